import type { Fs } from '../files/fs.ts'
import type { IndexEntry } from './index-entry.ts'
import { listSegments } from './list-segments.ts'
import { readEntries } from './read-entries.ts'
import { ACTIVE_SEGMENT, sealedName, type Segment } from './segments.ts'
import { SessionCursor } from './session-cursor.ts'

/** The segment of an entry: the sealed one with its number, else the active one. */
export function segmentOf(segments: readonly Segment[], { segment }: Pick<IndexEntry, 'segment'>): Segment | undefined {
  // Built once, outside of `find`: this runs for each record, and a long journal has many segments.
  const sealed = sealedName(segment)
  return segments.find(({ name }) => name === sealed) ?? segments.find(({ name }) => name === ACTIVE_SEGMENT)
}

/** Whether the entries cover their segments without a gap, so that an index that leaves records out is not trusted. */
function isComplete(entries: readonly IndexEntry[], segments: readonly Segment[]): boolean {
  let number: number | undefined
  let at = -1
  let end = 0
  for (const { segment, offset, length } of entries) {
    if (segment !== number) {
      // The former segment must be covered to its end, and this must be the next one, or a whole segment could be left out unnoticed.
      if (number !== undefined && segments[at]?.size !== end) return false
      at += 1
      if (segmentOf(segments, { segment }) !== segments[at]) return false
      number = segment
      end = 0
    }
    if (offset !== end) return false
    end += length
  }
  return true
}

/**
 * The index entries of all records of a session: from the index file if it can be proved right, the rest from the records. A damaged
 * index costs only time (I13).
 */
export async function readIndex(fs: Fs, folder: string): Promise<IndexEntry[]> {
  const entries = await readEntries(fs, folder)
  const cursor = new SessionCursor(fs, folder)
  const last = entries.at(-1)
  const isProved =
    last !== undefined &&
    isComplete(entries, await listSegments(fs, folder)) &&
    (await cursor.resume(last, entries.length))
  const collect = {
    take: (entry: IndexEntry) => void entries.push(entry),
    reset: () => void entries.splice(0),
  }
  await (isProved ? cursor.advance(collect) : cursor.restart(collect))
  return entries
}
