import { bytesInAddress } from './bytes-in-address.ts'

/** The longest path that Linux takes, in characters. */
const longestPath = 4096

/**
 * `blob:` and `content:` addresses, and paths; a server on the same machine may read `file:` addresses (vLLM's
 * `--allowed-local-media-path`).
 */
const local = /^(?:(?:blob|content):|[.~]{0,2}\/(?!\/))/i

/**
 * Whether an address leads to a file or the memory of the machine that wrote it, where no provider can follow it.
 *
 * @example
 * isOfMachine('/home/me/a.png') // true
 */
export function isOfMachine(address: string): boolean {
  // The base64 of a JPEG begins like a path (`/9j/`).
  return address.length <= longestPath && local.test(address) && bytesInAddress(address) === undefined
}
