import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import { ignoreMissing } from '../files/ignore-missing.ts'
import { replaceFileDurably } from '../files/replace-file-durably.ts'
import { Chain } from './chain.ts'
import { writeFrame, type Frame } from './frame.ts'
import { replaceOwnFile } from './replace-own-file.ts'
import { ACTIVE_SEGMENT, namesIn, type Segment } from './segments.ts'
import { SNAPSHOT_TYPE, isSnapshot } from './snapshot-record.ts'
import { walkSegment } from './walk-segment.ts'

/** Stands in the folder while a compaction has not yet removed the segments that it has made obsolete. */
export const COMPACTING_NAME = 'compacting.json'

async function startsWithSnapshot(fs: Fs, path: string): Promise<boolean> {
  for await (const [first] of walkSegment(fs, path, new Chain()))
    return first?.kind === 'record' && isSnapshot(first.frame)
  return false
}

/**
 * The segments that count. A compaction that was interrupted leaves old segments beside the new one, which begins with a
 * snapshot and stands for all of them.
 */
export async function withoutObsolete(fs: Fs, segments: readonly Segment[]): Promise<readonly Segment[]> {
  const active = segments.at(-1)
  const isDone = active?.name === ACTIVE_SEGMENT && (await startsWithSnapshot(fs, active.path))
  return isDone ? [active] : segments
}

/** Removes what an interrupted compaction has left; the caller holds the claim. */
export async function finishCompaction(fs: Fs, folder: string, segments: readonly Segment[]): Promise<void> {
  if (!(await namesIn(fs, folder)).includes(COMPACTING_NAME)) return
  const living = await withoutObsolete(fs, segments)
  // The former owner may be at the same: what it has just removed is gone.
  for (const segment of segments) if (!living.includes(segment)) await fs.unlink(segment.path).catch(ignoreMissing)
  await fs.syncFolder(folder)
  await fs.unlink(join(folder, COMPACTING_NAME)).catch(ignoreMissing)
}

export interface SnapshotDraft {
  /** The last record that the snapshot stands for. */
  readonly base: Frame
  /** The running digest behind it. */
  readonly digest: string
  readonly dataText: string
  /** Refuses when the claim was lost meanwhile: the rename must not hit the records of a successor. */
  readonly checkClaim: () => Promise<void>
}

/**
 * Puts one snapshot in the place of all records up to `base`; those behind it stay as they are, byte for byte. One rename
 * decides: before it everything is as it was, after it the old segments are obsolete.
 */
export async function compact(
  fs: Fs,
  folder: string,
  segments: readonly Segment[],
  { base, digest, dataText, checkClaim }: SnapshotDraft,
  maxFrameBytes: number,
): Promise<void> {
  const { line } = writeFrame({ ...base, type: SNAPSHOT_TYPE, digest }, dataText, maxFrameBytes)
  const marker = Buffer.from(`${JSON.stringify({ base: base.seq })}\n`)
  await replaceOwnFile(fs, join(folder, COMPACTING_NAME), (write) => write(marker))
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
  for (const { name, path } of segments) if (name !== ACTIVE_SEGMENT) await fs.unlink(path)
  await fs.syncFolder(folder)
  await fs.unlink(join(folder, COMPACTING_NAME))
}

const feed = Buffer.from('\n')
