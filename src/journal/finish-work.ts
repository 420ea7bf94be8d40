import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import { finishClosing } from './close-segment.ts'
import { finishCompaction } from './compaction.ts'
import { moveToNewFile } from './move-to-new-file.ts'
import { ACTIVE_SEGMENT, type Segment } from './segments.ts'
import type { WriterClaim } from './writer-claim.ts'

/**
 * Ends what a writer that died was about to do with whole segments, and gives the records a new file where it may not have died.
 * The caller holds the claim, and has read no records yet.
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
  // Only now: the file may have been a closed segment by another name, and a copy of it would tell its records twice.
  await moveToNewFile(fs, join(folder, ACTIVE_SEGMENT), checkClaim)
  claim.moved()
}
