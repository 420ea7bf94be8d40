import { bytesInAddress } from './bytes-in-address.ts'

/** The longest path that Linux takes, in characters. */
const longestPath = 4096

/** `file:` and `blob:` addresses, and paths. */
const local = /^(?:(?:file|blob|content):|[.~]{0,2}\/(?!\/))/i

/**
 * Whether an address leads to a file or into the memory of the machine that wrote it: no provider can follow it.
 *
 * @example
 * isOfMachine('file:///home/me/a.png') // true
 */
export function isOfMachine(address: string): boolean {
  // The bytes of a JPEG begin like a path.
  return address.length <= longestPath && local.test(address) && bytesInAddress(address) === undefined
}
