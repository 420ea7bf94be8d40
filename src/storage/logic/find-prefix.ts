import type { PrefixMatch } from '../message-store.ts'
import type { StoreRows } from '../store-rows.ts'

/**
 * The longest known prefix. A session that knows one knows all shorter ones, so the search gallops back from the end,
 * where a running conversation nearly always matches, and then halves.
 */
export function findPrefix(rows: StoreRows, digests: readonly string[]): PrefixMatch | null {
  let known = digests.length
  let step = 1
  while (known > 0 && rows.sessionWithPrefix(digests[known - 1]!) === undefined) {
    known = Math.max(0, known - step)
    step *= 2
  }
  let unknown = Math.min(digests.length + 1, known + Math.max(1, step >> 1))
  while (unknown - known > 1) {
    const middle = (known + unknown) >> 1
    if (rows.sessionWithPrefix(digests[middle - 1]!) === undefined) unknown = middle
    else known = middle
  }
  // A caller that has not adopted a repair still sends the former history: its end is remembered with the change.
  for (let length = digests.length; length > known; length -= 1) {
    const sessionID = rows.sessionWithFormerHead(digests[length - 1]!)
    if (sessionID !== undefined) return { sessionID, length, current: false }
  }
  if (known === 0) return null
  const sessionID = rows.sessionWithPrefix(digests[known - 1]!)
  return sessionID === undefined ? null : { sessionID, length: known, current: true }
}
