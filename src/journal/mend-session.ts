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
 * - `clean`: the records are whole; index and manifest are made again where they are not
 * - `recovered`: something was set aside, and nothing that was acknowledged is missing
 * - `needs_review`: acknowledged records are missing, and nobody has acknowledged that yet
 * - `busy`: a living process writes it; nothing was touched
 * - `not_found`: there is no such session
 * - `failed`: see `error`; nothing was lost
 */
export type RecoveredState = 'clean' | 'recovered' | 'needs_review' | 'busy' | 'not_found' | 'failed'

/** What is left of one session's journal, and what was set aside: never thrown away (I5). */
export interface RecoveredSession {
  readonly sessionID: string
  readonly state: RecoveredState
  /** Good records, all of which are kept. */
  readonly records: number
  /** Bytes behind the last good record. They are among the quarantined ones. */
  readonly droppedTailBytes: number
  readonly quarantinedBytes: number
  /** Where records are missing: those after `after` and before `before`. */
  readonly gaps: readonly Gap[]
  /** Folder with everything that was ever set aside. */
  readonly quarantine?: string
  /** Why it `failed`; else what could not be read beside the records, of which another copy stands for it. */
  readonly error?: { readonly code: string; readonly message: string }
}

export function toldError(cause: unknown): { readonly code: string; readonly message: string } {
  if (!(cause instanceof Error)) return { code: 'unknown', message: String(cause) }
  return { code: 'code' in cause ? String(cause.code) : 'unknown', message: cause.message }
}

/** How a session is put right. */
export interface MendOptions {
  readonly fs: Fs
  readonly now: () => number
  readonly mode: RecoveryMode
  readonly acknowledge: boolean
  /** What the manifest says afterwards. */
  readonly status: SessionManifest['status']
}

/** Who puts it right. */
export interface MendRights extends MendOptions {
  readonly claim: WriterClaim
}

/** Where all of the end is gone there is nothing to be mended in the middle: that is told, and refused by `absolute` alone. */
function refusedBy(mode: RecoveryMode, examined: ExaminedSession, lost: readonly Gap[]): boolean {
  const { setAsideBytes, droppedTailBytes, gaps } = examined
  if (mode === 'absolute') return setAsideBytes > 0 || gaps.length + lost.length > 0
  return mode === 'tail' && (setAsideBytes > droppedTailBytes || gaps.length > 0)
}

export const withoutRecords = (folder: string): JournalError =>
  new JournalError('missing_records', `The folder holds no records: ${folder}.`)

/**
 * A writer that died before its first record leaves a folder without records; one that did not leaves traces of them.
 *
 * @throws JournalError `missing_records`: to begin anew there would be to forget the loss
 */
export function refuseWithoutRecords(folder: string, names: readonly string[], segments: readonly Segment[]): void {
  if (segments.length === 0 && (names.includes(MANIFEST_NAME) || names.includes(INDEX_NAME)))
    throw withoutRecords(folder)
}

/** What one look at a session shows, and whether a recovery would write anything. */
export interface Finding {
  readonly examined: ExaminedSession
  /** Where acknowledged records are missing, by the records and by their index. */
  readonly gaps: readonly ToldGap[]
  readonly history: LossHistory
  /** What stood behind the last good record. */
  readonly lostEnd: LostEnd | undefined
  /** The records themselves must change. */
  readonly isDamaged: boolean
  /** A compaction was interrupted. */
  readonly isHalfSqueezed: boolean
  readonly isWorkLeft: boolean
}

/** Reads a session and changes nothing. */
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
 * Puts a record in the place of a lost end that held an intentional shrink, before the index forgets it. Its number is one that
 * was never given, so that the hole before it stays to be seen, and its epoch is that of the shrink (I14).
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

/** Puts the records right, and leaves what is derived from them as it is. The caller holds the claim. */
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
    // The hole before that record is the loss of the end.
    gaps = history.place(whole.gaps)
  }
  if (quarantine.length > 0 || gaps.some((gap) => !history.knows(gap)))
    await history.record({ gaps, quarantinedBytes: examined.setAsideBytes, quarantine }, now())
  else if (!history.isWhole) await history.mend(now())
  const derived = { folder, sessionID, status, examined: whole }
  return { finding: { ...finding, gaps }, derived }
}

/** Puts the records right, then everything that is derived from them. The caller holds the claim. */
export async function mendSession(sessionID: string, folder: string, options: MendRights): Promise<RecoveredSession> {
  const { fs, now, acknowledge, claim } = options
  const { finding, derived } = await mendRecords(sessionID, folder, options)
  await writeDerived(fs, derived, () => claim.check())
  // An end counts as lost while index or manifest tell of it: one that is acknowledged they tell no more.
  const open = finding.history.open(finding.gaps)
  if (acknowledge && open.length > 0) await finding.history.acknowledge(open, now())
  return resultOf(sessionID, finding)
}
