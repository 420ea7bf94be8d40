import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import type { Gap } from './chain.ts'
import { isUnfinished } from './compaction.ts'
import { examineSession, type ExaminedSession, type RecoveryMode } from './examine-session.ts'
import { findLostEnd, heldShrink, type LostEnd, lostTail, SHRINK_LOST_TYPE } from './find-lost-end.ts'
import { writeFrame } from './frame.ts'
import { finishWork } from './finish-work.ts'
import { FrameFile } from './frame-file.ts'
import { foreignSession, JournalError } from './journal-error.ts'
import type { ToldGap } from './loss-file.ts'
import { gapsOf, LossHistory } from './loss-history.ts'
import { INDEX_NAME } from './index-entry.ts'
import { ACTIVE_SEGMENT, namesIn, segmentsIn, type Segment } from './segments.ts'
import { MANIFEST_NAME, type SessionManifest } from './session-manifest.ts'
import { setAside } from './set-aside.ts'
import { type Derived, isDerivedCurrent, writeDerived } from './write-derived.ts'
import type { WriterClaim } from './writer-claim.ts'

/**
 * - `clean`: the records are whole; index and manifest are rebuilt if they are not
 * - `recovered`: bytes were set aside, but no acknowledged record is missing
 * - `needs_review`: acknowledged records are missing, and nobody has acknowledged that yet
 * - `busy`: a living process writes it; nothing was touched
 * - `not_found`: there is no such session
 * - `failed`: see `error`; nothing was lost
 */
export type RecoveredState = 'clean' | 'recovered' | 'needs_review' | 'busy' | 'not_found' | 'failed'

/** The state of one session's journal after its recovery. Bytes set aside are quarantined, never deleted (I5). */
export interface RecoveredSession {
  readonly sessionID: string
  readonly state: RecoveredState
  /** Good records, all of which are kept. */
  readonly records: number
  /** Bytes after the last good record; part of `quarantinedBytes`. */
  readonly droppedTailBytes: number
  readonly quarantinedBytes: number
  /** Missing records: those after `after` and before `before`. */
  readonly gaps: readonly Gap[]
  /** Folder with all bytes that were ever set aside. */
  readonly quarantine?: string
  /** Why it `failed`; otherwise the error of an unreadable loss file, whose second copy was used. */
  readonly error?: { readonly code: string; readonly message: string }
}

export function toldError(cause: unknown): { readonly code: string; readonly message: string } {
  if (!(cause instanceof Error)) return { code: 'unknown', message: String(cause) }
  return { code: 'code' in cause ? String(cause.code) : 'unknown', message: cause.message }
}

/** How a session is recovered. */
export interface MendOptions {
  readonly fs: Fs
  readonly now: () => number
  readonly mode: RecoveryMode
  readonly acknowledge: boolean
  /** The status in the manifest afterwards. */
  readonly status: SessionManifest['status']
}

/** The same with the claim of the writer that does it. */
export interface MendRights extends MendOptions {
  readonly claim: WriterClaim
}

/** Whether the mode refuses the damage. `tail` refuses only damage in the middle; a lost end is refused by `absolute` alone. */
function refusedBy(mode: RecoveryMode, examined: ExaminedSession, lost: readonly Gap[]): boolean {
  const { setAsideBytes, droppedTailBytes, gaps } = examined
  if (mode === 'absolute') return setAsideBytes > 0 || gaps.length + lost.length > 0
  return mode === 'tail' && (setAsideBytes > droppedTailBytes || gaps.length > 0)
}

export const withoutRecords = (folder: string): JournalError =>
  new JournalError('missing_records', `The folder holds no records: ${folder}.`)

/**
 * Refuses a folder that has an index or manifest but no records: they are lost, and starting anew would hide that. A writer that
 * died before its first record leaves neither.
 *
 * @throws JournalError `missing_records`
 */
export function refuseWithoutRecords(folder: string, names: readonly string[], segments: readonly Segment[]): void {
  if (segments.length === 0 && (names.includes(MANIFEST_NAME) || names.includes(INDEX_NAME)))
    throw withoutRecords(folder)
}

/** The findings in a session, and whether a recovery would write anything. */
export interface Finding {
  readonly examined: ExaminedSession
  /** Missing acknowledged records, found in the records, the index or the manifest. */
  readonly gaps: readonly ToldGap[]
  readonly history: LossHistory
  /** Lost records after the last good one. */
  readonly lostEnd: LostEnd | undefined
  /** Whether the record files must be changed. */
  readonly isDamaged: boolean
  /** Whether a compaction was interrupted. */
  readonly isHalfSqueezed: boolean
  readonly isWorkLeft: boolean
}

/** Examines a session without changing anything. */
export async function lookAtSession(
  sessionID: string,
  folder: string,
  { fs, mode, acknowledge, status }: MendOptions,
): Promise<Finding> {
  const examined = await examineSession(fs, folder, mode)
  const { owner = sessionID } = examined
  if (owner !== sessionID) throw foreignSession(owner, sessionID)
  const names = await namesIn(fs, folder)
  refuseWithoutRecords(folder, names, examined.segments)
  const bytes = examined.segments.reduce((sum, { size }) => sum + size, 0)
  const lostEnd = await findLostEnd(fs, folder, sessionID, { ...examined, bytes })
  const lost = lostTail(examined, lostEnd)
  if (refusedBy(mode, examined, lost))
    throw new JournalError('damaged', `${folder} holds damage that the mode ${JSON.stringify(mode)} does not mend.`)
  const history = await LossHistory.read(fs, folder)
  const gaps = history.place([...examined.gaps, ...lost])
  const isDamaged = examined.setAsideBytes > 0 || examined.segments.some((segment) => segment.isUnterminated)
  const isHalfSqueezed = await isUnfinished(fs, folder, names)
  const isWorkLeft =
    isDamaged ||
    isHalfSqueezed ||
    gaps.some((gap) => !history.knows(gap)) ||
    !history.isWhole ||
    heldShrink(examined, lostEnd) ||
    (acknowledge && history.open(gaps).length > 0) ||
    (examined.segments.length > 0 && !(await isDerivedCurrent(fs, { folder, sessionID, status, examined })))
  return { examined, gaps, history, lostEnd, isDamaged, isHalfSqueezed, isWorkLeft }
}

export function resultOf(sessionID: string, { examined, gaps: found, history, isDamaged }: Finding): RecoveredSession {
  const gaps = gapsOf(history.open(found))
  const [unreadable] = history.unreadable
  return {
    sessionID,
    state: gaps.length > 0 ? 'needs_review' : isDamaged ? 'recovered' : 'clean',
    records: examined.chain.records,
    droppedTailBytes: examined.droppedTailBytes,
    quarantinedBytes: examined.setAsideBytes,
    gaps,
    ...(history.quarantine !== undefined && { quarantine: history.quarantine }),
    ...(unreadable !== undefined && { error: toldError(unreadable) }),
  }
}

/**
 * Writes a record in place of a lost end that contained an intentional shrink, before the index is rewritten without it. Its number
 * is a new one, so that the gap before it remains visible, and its epoch is that of the shrink (I14).
 */
async function markLostShrink(
  folder: string,
  { chain, segments }: ExaminedSession,
  { seq, epoch, isRemoval }: LostEnd,
  { fs, now, claim }: MendRights,
): Promise<void> {
  const { digest } = chain
  const draft = {
    seq: seq + 1,
    type: SHRINK_LOST_TYPE,
    epoch,
    token: Math.max(claim.token, chain.token),
    at: now(),
    digest,
  }
  const { line } = writeFrame(draft, JSON.stringify({ changes: [], after: chain.seq, upTo: seq, removed: isRemoval }))
  const size = segments.find(({ name }) => name === ACTIVE_SEGMENT)?.size ?? 0
  const file = await FrameFile.open(fs, join(folder, ACTIVE_SEGMENT), size)
  try {
    await claim.check()
    await file.append(line)
    await file.sync()
  } finally {
    await file.close()
  }
  await fs.syncFolder(folder)
}

/** Recovers the records, but not the derived files. The caller holds the claim. */
export async function mendRecords(
  sessionID: string,
  folder: string,
  options: MendRights,
): Promise<{ readonly finding: Finding; readonly derived: Derived }> {
  const { fs, now, mode, status, claim } = options
  const checkClaim = (): Promise<void> => claim.check()
  await finishWork(fs, folder, await segmentsIn(fs, folder, await namesIn(fs, folder)), claim)
  const finding = await lookAtSession(sessionID, folder, options)
  const { examined, history, isDamaged, lostEnd } = finding
  const quarantine = isDamaged ? await setAside({ fs, folder, mode, checkClaim }, examined) : []
  let whole = isDamaged ? await examineSession(fs, folder) : examined
  let { gaps } = finding
  if (heldShrink(whole, lostEnd)) {
    await markLostShrink(folder, whole, lostEnd, options)
    whole = await examineSession(fs, folder)
    // The gap before that record now represents the lost end.
    gaps = history.place(whole.gaps)
  }
  if (quarantine.length > 0 || gaps.some((gap) => !history.knows(gap)))
    await history.record({ gaps, quarantinedBytes: examined.setAsideBytes, quarantine }, now())
  else if (!history.isWhole) await history.mend(now())
  const derived = { folder, sessionID, status, examined: whole }
  return { finding: { ...finding, gaps }, derived }
}

/** Recovers the records, then the derived files. The caller holds the claim. */
export async function mendSession(sessionID: string, folder: string, options: MendRights): Promise<RecoveredSession> {
  const { fs, now, acknowledge, claim } = options
  const { finding, derived } = await mendRecords(sessionID, folder, options)
  await writeDerived(fs, derived, () => claim.check())
  // Acknowledged only now: until index and manifest are rewritten they name the lost end, so the next look would find it again.
  const open = finding.history.open(finding.gaps)
  if (acknowledge && open.length > 0) await finding.history.acknowledge(open, now())
  return resultOf(sessionID, finding)
}
