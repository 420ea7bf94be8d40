import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import type { Gap } from './chain.ts'
import type { ExaminedSession } from './examine-session.ts'
import { INDEX_NAME } from './index-entry.ts'
import { readEntries } from './read-entries.ts'

/** Whether the index is longer than that of the records that are there: then somebody should ask it for others. */
export async function isIndexLonger(fs: Fs, folder: string, indexBytes: number): Promise<boolean> {
  const size = await fs.lstat(join(folder, INDEX_NAME)).then(
    (stat) => (stat.isFile ? stat.size : 0),
    () => 0,
  )
  return size > indexBytes
}

/**
 * Records that were acknowledged and are gone from the end, without a trace among the records: the file was cut, emptied or put
 * back from an older copy. The index gets its line after a record was acknowledged, so it is the witness; it is believed where it
 * names the last record that is there, by number and checksum (I13). One record may be what a torn last line was meant to be.
 */
export async function lostTail(fs: Fs, folder: string, examined: ExaminedSession): Promise<readonly Gap[]> {
  const { chain, gaps, isTorn, indexBytes } = examined
  const isKnown = gaps.some(({ before }) => before === undefined)
  if (isKnown || !(await isIndexLonger(fs, folder, indexBytes))) return []
  const entries = await readEntries(fs, folder)
  const last = entries.findIndex(({ seq, crc }) => seq === chain.seq && crc === chain.crc)
  if (last < 0 && chain.records > 0) return []
  const behind = entries.slice(last + 1).filter(({ seq }) => seq > chain.seq)
  return behind.length > (isTorn ? 1 : 0) ? [{ after: chain.seq }] : []
}
