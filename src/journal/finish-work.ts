import type { Fs } from '../files/fs.ts'
import { finishClosing } from './close-segment.ts'
import { finishCompaction } from './compaction.ts'
import type { Segment } from './segments.ts'
import type { CheckClaim } from './writer-claim.ts'

/** Ends what a writer that died was about to do with whole segments; the caller holds the claim. */
export async function finishWork(
  fs: Fs,
  folder: string,
  segments: readonly Segment[],
  checkClaim: CheckClaim,
): Promise<void> {
  await finishClosing(fs, folder, segments, checkClaim)
  await finishCompaction(fs, folder, segments, checkClaim)
}
