import { bytesInAddress } from './bytes-in-address.ts'

/** The longest path that Linux takes, in characters. */
const longestPath = 4096

/** `blob:` addresses, and paths; what is under `file:` a server of the same machine may read (vLLM's `--allowed-local-media-path`). */
const local = /^(?:(?:blob|content):|[.~]{0,2}\/(?!\/))/i

/**
 * Whether an address leads to a file or into the memory of the machine that wrote it: no provider can follow it.
 *
 * @example
 * isOfMachine('/home/me/a.png') // true
 */
export function isOfMachine(address: string): boolean {
  // The bytes of a JPEG begin like a path.
  return address.length <= longestPath && local.test(address) && bytesInAddress(address) === undefined
}
