import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import { goneIs } from '../files/gone-is.ts'
import { ignoreMissing } from '../files/ignore-missing.ts'
import { readChunks } from '../files/read-chunks.ts'
import { replaceFileDurably } from '../files/replace-file-durably.ts'
import { Chain } from './chain.ts'
import { emptyFile } from './empty-file.ts'
import { writeFrame, type Frame } from './frame.ts'
import { noSnapshot } from './journal-error.ts'
import { replaceOwnFile } from './replace-own-file.ts'
import { ACTIVE_SEGMENT, namesIn, sealedName, type Segment, segmentsIn } from './segments.ts'
import { SNAPSHOT_TYPE, isSnapshot } from './snapshot-record.ts'
import { walkSegment } from './walk-segment.ts'
import type { CheckClaim } from './writer-claim.ts'

/** The mark in the folder of a compaction that has not yet removed the segments it has made obsolete. */
export const COMPACTING_NAME = 'compacting.json'

/** How the line of a snapshot begins: the fields of a record have a fixed order. */
const beginning = new RegExp(`^\\{"seq":\\d{1,16},"type":"${SNAPSHOT_TYPE}",`)

/** Whether the first bytes look like those of a snapshot: cheap, but no proof. False if the file was renamed meanwhile. */
async function looksLikeSnapshot(fs: Fs, path: string): Promise<boolean> {
  const first = async (): Promise<string> => {
    for await (const chunk of readChunks(fs, path, { chunkBytes: 64 })) return Buffer.from(chunk).toString('latin1')
    return ''
  }
  return beginning.test(await first().catch(goneIs('')))
}

async function startsWithSnapshot(fs: Fs, path: string): Promise<boolean> {
  if (!(await looksLikeSnapshot(fs, path))) return false
  for await (const [first] of walkSegment(fs, path, new Chain()))
    return first?.kind === 'record' && isSnapshot(first.frame)
  return false
}

/** The number of a segment's first record; 0 if it does not begin with a record. */
async function firstOf(fs: Fs, path: string): Promise<number> {
  for await (const [first] of walkSegment(fs, path, new Chain())) return first?.kind === 'record' ? first.frame.seq : 0
  return 0
}

/**
 * The segments without obsolete ones. An interrupted compaction leaves old segments beside the new active one, which begins with a
 * snapshot of all of them. The mark is not asked: a writer that was paused before it removed its mark may later remove that of its
 * successor.
 */
export async function withoutObsolete(fs: Fs, segments: readonly Segment[]): Promise<readonly Segment[]> {
  const active = segments.length > 1 ? segments.at(-1) : undefined
  const isDone = active?.name === ACTIVE_SEGMENT && (await startsWithSnapshot(fs, active.path))
  return isDone ? [active] : segments
}

/** Whether an interrupted compaction has left its mark or obsolete segments among the names in the folder. */
export async function isUnfinished(fs: Fs, folder: string, names: readonly string[]): Promise<boolean> {
  const segments = await segmentsIn(fs, folder, names)
  return names.includes(COMPACTING_NAME) || (await withoutObsolete(fs, segments)).length < segments.length
}

/** Finishes an interrupted compaction; the caller holds the claim. */
export async function finishCompaction(
  fs: Fs,
  folder: string,
  segments: readonly Segment[],
  checkClaim: CheckClaim,
): Promise<void> {
  const living = await withoutObsolete(fs, segments)
  const obsolete = segments.filter((segment) => !living.includes(segment))
  if (obsolete.length === 0 && !(await namesIn(fs, folder)).includes(COMPACTING_NAME)) return
  await clearObsolete(fs, folder, obsolete, living.length > 0 ? await firstOf(fs, living[0]!.path) : 0, checkClaim)
}

/**
 * Removes the segments that a snapshot has replaced, and then the mark. The name `sealedName(first)` may be used again, when the
 * segment that begins with the snapshot is sealed: a stale `unlink` by a paused writer would delete it. So that file is emptied by a
 * rename, which checks the claim; the other names are never used again.
 */
async function clearObsolete(
  fs: Fs,
  folder: string,
  segments: readonly Segment[],
  first: number,
  checkClaim: CheckClaim,
): Promise<void> {
  await checkClaim()
  for (const { name, path } of segments)
    if (name === sealedName(first)) await emptyFile(fs, path, checkClaim)
    // The former owner may be removing the same segments at the moment.
    else await fs.unlink(path).catch(ignoreMissing)
  await fs.syncFolder(folder)
  await checkClaim()
  await fs.unlink(join(folder, COMPACTING_NAME)).catch(ignoreMissing)
}

export interface SnapshotDraft {
  /** The last record that the snapshot replaces. */
  readonly base: Frame
  /** The running digest after it. */
  readonly digest: string
  readonly dataText: string
  /** Throws when the claim was lost meanwhile: the rename must not replace the records of a successor. */
  readonly checkClaim: CheckClaim
}

function snapshotLine(frame: Frame, dataText: string, maxFrameBytes: number): Buffer {
  try {
    return writeFrame(frame, dataText, maxFrameBytes).line
  } catch (cause) {
    throw noSnapshot(cause)
  }
}

/**
 * Replaces all records up to `base` by one snapshot; later records are kept byte for byte. One rename is the commit: before it
 * nothing has changed, after it the old segments are obsolete.
 */
export async function compact(
  fs: Fs,
  folder: string,
  segments: readonly Segment[],
  { base, digest, dataText, checkClaim }: SnapshotDraft,
  maxFrameBytes: number,
): Promise<void> {
  const line = snapshotLine({ ...base, type: SNAPSHOT_TYPE, digest }, dataText, maxFrameBytes)
  const marker = Buffer.from(`${JSON.stringify({ base: base.seq })}\n`)
  await replaceOwnFile(fs, join(folder, COMPACTING_NAME), (write) => write(marker), {
    beforeRename: checkClaim,
  })
  await replaceFileDurably(
    join(folder, ACTIVE_SEGMENT),
    async (write) => {
      await write(line)
      const chain = new Chain()
      for (const { path } of segments)
        for await (const pieces of walkSegment(fs, path, chain))
          for (const piece of pieces)
            if (piece.kind === 'record' && piece.frame.seq > base.seq)
              await write(Buffer.concat([piece.entry.bytes, feed]))
    },
    { fs, mode: 0o600, beforeRename: checkClaim },
  )
  const obsolete = segments.filter(({ name }) => name !== ACTIVE_SEGMENT)
  await clearObsolete(fs, folder, obsolete, base.seq, checkClaim)
}

const feed = Buffer.from('\n')
