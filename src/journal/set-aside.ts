import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import type { ContentId } from '../files/hash-file.ts'
import { makeFolderDurably } from '../files/make-folder-durably.ts'
import { replaceFileDurably } from '../files/replace-file-durably.ts'
import type { LogEntry } from '../record-log/log-entry.ts'
import { toQuarantineLine } from '../record-log/quarantine.ts'
import { writeRecordLog } from '../record-log/write-record-log.ts'
import { Chain } from './chain.ts'
import type { ExaminedSegment, ExaminedSession, RecoveryMode } from './examine-session.ts'
import { FrameFile } from './frame-file.ts'
import { QUARANTINE_FOLDER } from './loss-history.ts'
import { replaceOwnFile } from './replace-own-file.ts'
import { type Walked, walkSegment } from './walk-segment.ts'
import type { CheckClaim } from './writer-claim.ts'

interface SetAside {
  readonly fs: Fs
  readonly folder: string
  readonly mode: RecoveryMode
  readonly checkClaim: CheckClaim
}

/** The pieces of one segment, judged as the examination has judged them. */
async function* pieces(
  { fs, mode }: SetAside,
  examined: ExaminedSession,
  wanted: ExaminedSegment,
): AsyncGenerator<readonly Walked[]> {
  const chain = new Chain({ stopsAtDamage: mode === 'point_in_time' })
  // All earlier segments are walked, too: whether a record fits depends on the records before it.
  for (const segment of examined.segments) {
    for await (const walked of walkSegment(fs, segment.path, chain)) if (segment === wanted) yield walked
    if (segment === wanted) return
  }
}

/** Whether a piece is removed: damage, and blank lines after the last good record of a tail that is cut. */
function goes(piece: Walked, { tail }: ExaminedSegment): boolean {
  return piece.kind === 'set_aside' || (tail.bytes > 0 && piece.offset >= tail.start)
}

/** The removed pieces of a segment, as lines of a quarantine file. */
async function* quarantined(
  work: SetAside,
  examined: ExaminedSession,
  segment: ExaminedSegment,
): AsyncGenerator<Buffer> {
  for await (const walked of pieces(work, examined, segment))
    for (const piece of walked)
      if (goes(piece, segment)) {
        const { offset, line, ending, bytes } = piece.entry
        const reason = piece.kind === 'set_aside' ? piece.reason : 'blank'
        yield toQuarantineLine({ offset, line, ending, bytes, reason })
      }
}

async function quarantine(work: SetAside, examined: ExaminedSession, segment: ExaminedSegment): Promise<string> {
  const { fs, folder } = work
  const into = join(folder, QUARANTINE_FOLDER)
  // Named by its content, so that an interrupted recovery that runs again leaves one copy. By all of it, since two writes may be
  // torn at the same place.
  const nameOf = ({ sha256 }: ContentId): string =>
    `${segment.name.slice(0, -'.ndjson'.length)}.${sha256.slice(0, 16)}.ndjson`
  await makeFolderDurably(fs, into)
  const write = async (put: (bytes: Uint8Array) => Promise<void>): Promise<void> => {
    for await (const line of quarantined(work, examined, segment)) await put(line)
  }
  return nameOf(await replaceOwnFile(fs, join(into, segment.name), write, { nameOf }))
}

async function rewrite(work: SetAside, examined: ExaminedSession, segment: ExaminedSegment): Promise<void> {
  async function* kept(): AsyncGenerator<LogEntry> {
    for await (const walked of pieces(work, examined, segment))
      for (const piece of walked)
        // A missing line feed is added, or the next record would be glued to this line.
        if (!goes(piece, segment)) yield piece.entry.ending === 'none' ? { ...piece.entry, ending: 'lf' } : piece.entry
  }
  await replaceFileDurably(segment.path, (write) => writeRecordLog(kept(), write), {
    fs: work.fs,
    beforeRename: work.checkClaim,
  })
}

/** Cuts off everything after the last good record, or adds its missing line feed, so that the next record is not glued to it. */
async function mendTail({ fs, checkClaim }: SetAside, segment: ExaminedSegment): Promise<void> {
  const file = await FrameFile.open(fs, segment.path, segment.size)
  try {
    // A successor that takes over after this check replaces the file, so this one may be truncated.
    await checkClaim()
    if (segment.tail.bytes > 0) await file.truncate(segment.tail.start)
    if (segment.isUnterminated) await file.append(Buffer.from('\n'))
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Moves everything that is no record from the segments to the quarantine. It is durable there before it is removed here, so that no
 * byte is ever lost.
 *
 * @returns the names of the quarantine files
 */
export async function setAside(work: SetAside, examined: ExaminedSession): Promise<string[]> {
  const names: string[] = []
  for (const segment of examined.segments)
    if (segment.inside + segment.tail.bytes > 0) names.push(await quarantine(work, examined, segment))
  for (const segment of examined.segments)
    if (segment.inside > 0) await rewrite(work, examined, segment)
    else if (segment.tail.bytes > 0 || segment.isUnterminated) await mendTail(work, segment)
  return names
}
