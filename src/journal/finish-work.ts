import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import { finishClosing } from './close-segment.ts'
import { finishCompaction } from './compaction.ts'
import { moveToNewFile } from './move-to-new-file.ts'
import { ACTIVE_SEGMENT, type Segment } from './segments.ts'
import type { WriterClaim } from './writer-claim.ts'

/**
 * Finishes what a dead writer had begun with whole segments; if that writer may still run, the active segment gets a new file.
 * The caller holds the claim, and has not read any records yet.
 */
export async function finishWork(
  fs: Fs,
  folder: string,
  segments: readonly Segment[],
  claim: WriterClaim,
): Promise<void> {
  const checkClaim = (): Promise<void> => claim.check()
  await finishClosing(fs, folder, segments, checkClaim)
  await finishCompaction(fs, folder, segments, checkClaim)
  if (!claim.isTakenOver) return
  // Not before `finishClosing`: the active file may be a sealed segment under its second name, and a copy would double its records.
  await moveToNewFile(fs, join(folder, ACTIVE_SEGMENT), checkClaim)
  claim.moved()
}
