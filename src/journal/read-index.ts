import type { Fs } from '../files/fs.ts'
import type { IndexEntry } from './index-entry.ts'
import { listSegments } from './list-segments.ts'
import { readEntries } from './read-entries.ts'
import { ACTIVE_SEGMENT, sealedName, type Segment } from './segments.ts'
import { SessionCursor } from './session-cursor.ts'

/** The segment that an entry names: a full one under its number, else the active one. */
export function segmentOf(segments: readonly Segment[], { segment }: Pick<IndexEntry, 'segment'>): Segment | undefined {
  // Made once: it is asked for each record, and a long journal has many segments.
  const sealed = sealedName(segment)
  return segments.find(({ name }) => name === sealed) ?? segments.find(({ name }) => name === ACTIVE_SEGMENT)
}

/** Whether the entries cover their segments without a hole: an index that leaves records out would be believed else. */
function isComplete(entries: readonly IndexEntry[], segments: readonly Segment[]): boolean {
  let number: number | undefined
  let at = -1
  let end = 0
  for (const { segment, offset, length } of entries) {
    if (segment !== number) {
      // The one before it to its end, then the very next: one that is left out with all its lines leaves no other trace.
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
 * Where all records of a session stand. From the index as far as that can be proved, the rest from the records: damage to the
 * index costs time and nothing else (I13).
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
