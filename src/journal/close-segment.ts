import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import { ignoreMissing } from '../files/ignore-missing.ts'
import { linkOrElse } from '../files/link-or-else.ts'
import { guardTempFile, tempPathFor } from '../files/temp-files.ts'
import { emptyFile } from './empty-file.ts'
import { ACTIVE_SEGMENT, sealedName, type Segment } from './segments.ts'
import type { CheckClaim } from './writer-claim.ts'

/**
 * Renames the active segment after its first record, and starts an empty one. A plain rename by a writer that was paused before it,
 * and has lost its claim, would move its successor's active segment over a sealed one (I15). So the active segment is first linked
 * under a temporary name, which a successor removes, and that link is renamed.
 *
 * Until the empty segment is there, the file has both names; `segmentsIn` counts it once.
 */
export async function closeSegment(fs: Fs, folder: string, first: number, checkClaim: CheckClaim): Promise<void> {
  const active = join(folder, ACTIVE_SEGMENT)
  const sealed = join(folder, sealedName(first))
  const temp = tempPathFor(sealed)
  await guardTempFile(fs, temp, async () => {
    let isLinked = true
    await linkOrElse(fs, active, temp, async () => {
      isLinked = false
      await checkClaim()
      await fs.rename(active, sealed)
    })
    if (!isLinked) return
    try {
      await checkClaim()
      await fs.rename(temp, sealed)
    } catch (cause) {
      await fs.unlink(temp).catch(ignoreMissing)
      throw cause
    }
  })
  await fs.syncFolder(folder)
  await startEmpty(fs, active, checkClaim)
}

async function startEmpty(fs: Fs, active: string, checkClaim: CheckClaim): Promise<void> {
  await emptyFile(fs, active, checkClaim, { mode: 0o600 })
}

/** Finishes an interrupted `closeSegment`; the caller holds the claim. */
export async function finishClosing(
  fs: Fs,
  folder: string,
  segments: readonly Segment[],
  checkClaim: CheckClaim,
): Promise<void> {
  const active = join(folder, ACTIVE_SEGMENT)
  const isUnderBothNames =
    !segments.some(({ name }) => name === ACTIVE_SEGMENT) && (await fs.lstat(active).catch(ignoreMissing))
  if (isUnderBothNames) await startEmpty(fs, active, checkClaim)
}
