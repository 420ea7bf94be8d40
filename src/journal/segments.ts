import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import { JournalError } from './journal-error.ts'
import { goneIs } from '../files/gone-is.ts'

/** A file of records. The active one is `records.ndjson`; a sealed one is named after its first record. */
export interface Segment {
  readonly name: string
  readonly path: string
  readonly size: number
  /** Inode and mtime: changes with every write, and when the file is replaced. */
  readonly stamp: string
}

export const ACTIVE_SEGMENT = 'records.ndjson'
const sealed = /^records\.\d{12}\.ndjson$/

export function sealedName(firstSeq: number): string {
  return `records.${String(firstSeq).padStart(12, '0')}.ndjson`
}

/** Names in the folder; none when it does not exist. */
export async function namesIn(fs: Fs, folder: string): Promise<string[]> {
  return fs.readdir(folder).catch(goneIs([]))
}

/** Whether active and last sealed segment are the same file under two names, as in the middle of `closeSegment`. */
function isClosed(active: Segment | undefined, last: Segment | undefined): boolean {
  return active !== undefined && active.size > 0 && active.size === last?.size && active.stamp === last.stamp
}

/**
 * All segments in the folder, in the order of their records; `listSegments` leaves out what a compaction has made obsolete.
 *
 * @throws JournalError `unsafe_path` when one is a link or no file
 */
export async function segmentsIn(fs: Fs, folder: string, names: readonly string[]): Promise<Segment[]> {
  const records = names.filter((name) => sealed.test(name) || name === ACTIVE_SEGMENT)
  // `records.000000000001.ndjson` sorts before `records.ndjson`.
  const segments = await Promise.all(
    records.sort().map(async (name) => {
      const path = join(folder, name)
      const { isFile, size, ino, mtimeMs } = await fs.lstat(path)
      if (!isFile) throw new JournalError('unsafe_path', `Records must be in a regular file: ${path}.`)
      return { name, path, size, stamp: `${ino}@${mtimeMs}` }
    }),
  )
  const all = isClosed(segments.at(-1), segments.at(-2)) ? segments.slice(0, -1) : segments
  // An empty sealed segment was emptied by a compaction (`clearObsolete`).
  return all.filter(({ name, size }) => size > 0 || name === ACTIVE_SEGMENT)
}
