import type { Fs } from '../files/fs.ts'
import type { Gap } from './chain.ts'
import { COMPACTING_NAME, finishCompaction } from './compaction.ts'
import { examineSession, type ExaminedSession, type RecoveryMode } from './examine-session.ts'
import { JournalError } from './journal-error.ts'
import { LossHistory } from './loss-history.ts'
import { INDEX_NAME } from './index-entry.ts'
import { lostTail } from './lost-tail.ts'
import { namesIn, segmentsIn, type Segment } from './segments.ts'
import { MANIFEST_NAME, type SessionManifest } from './session-manifest.ts'
import { setAside } from './set-aside.ts'
import { isDerivedCurrent, writeDerived } from './write-derived.ts'

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
  readonly error?: { readonly code: string; readonly message: string }
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

/** Where all of the end is gone there is nothing to be mended in the middle: that is told, and refused by `absolute` alone. */
function refusedBy(mode: RecoveryMode, examined: ExaminedSession, lost: readonly Gap[]): boolean {
  const { setAsideBytes, droppedTailBytes, gaps } = examined
  if (mode === 'absolute') return setAsideBytes > 0 || gaps.length + lost.length > 0
  return mode === 'tail' && (setAsideBytes > droppedTailBytes || gaps.length > 0)
}

/**
 * A writer that died before its first record leaves a folder without records; one that did not leaves traces of them.
 *
 * @throws JournalError `missing_records`: to begin anew there would be to forget the loss
 */
export function refuseWithoutRecords(folder: string, names: readonly string[], segments: readonly Segment[]): void {
  if (segments.length === 0 && (names.includes(MANIFEST_NAME) || names.includes(INDEX_NAME)))
    throw new JournalError('missing_records', `The folder holds no records: ${folder}.`)
}

/** What one look at a session shows, and whether a recovery would write anything. */
export interface Finding {
  readonly examined: ExaminedSession
  /** Where acknowledged records are missing, by the records and by their index. */
  readonly gaps: readonly Gap[]
  readonly history: LossHistory
  /** The records themselves must change. */
  readonly isDamaged: boolean
  readonly isWorkLeft: boolean
}

/** Reads a session and changes nothing. */
export async function lookAtSession(
  sessionID: string,
  folder: string,
  { fs, mode, acknowledge, status }: MendOptions,
): Promise<Finding> {
  const examined = await examineSession(fs, folder, mode)
  const names = await namesIn(fs, folder)
  refuseWithoutRecords(folder, names, examined.segments)
  const lost = await lostTail(fs, folder, examined)
  if (refusedBy(mode, examined, lost))
    throw new JournalError('damaged', `${folder} holds damage that the mode ${JSON.stringify(mode)} does not mend.`)
  const history = await LossHistory.read(fs, folder)
  const gaps = [...examined.gaps, ...lost]
  const isDamaged = examined.setAsideBytes > 0 || examined.segments.some((segment) => segment.isUnterminated)
  const isWorkLeft =
    isDamaged ||
    names.includes(COMPACTING_NAME) ||
    gaps.some((gap) => !history.knows(gap)) ||
    (acknowledge && history.open(gaps).length > 0) ||
    (examined.segments.length > 0 && !(await isDerivedCurrent(fs, { folder, sessionID, status, examined })))
  return { examined, gaps, history, isDamaged, isWorkLeft }
}

export function resultOf(sessionID: string, { examined, gaps: found, history, isDamaged }: Finding): RecoveredSession {
  const gaps = history.open(found)
  return {
    sessionID,
    state: gaps.length > 0 ? 'needs_review' : isDamaged ? 'recovered' : 'clean',
    records: examined.chain.records,
    droppedTailBytes: examined.droppedTailBytes,
    quarantinedBytes: examined.setAsideBytes,
    gaps,
    ...(history.quarantine !== undefined && { quarantine: history.quarantine }),
  }
}

/** Puts the records right, then everything that is derived from them. The caller holds the claim. */
export async function mendSession(sessionID: string, folder: string, options: MendOptions): Promise<RecoveredSession> {
  const { fs, now, mode, acknowledge, status } = options
  await finishCompaction(fs, folder, await segmentsIn(fs, folder, await namesIn(fs, folder)))
  const finding = await lookAtSession(sessionID, folder, options)
  const { examined, gaps, history, isDamaged } = finding
  const quarantine = isDamaged ? await setAside({ fs, folder, mode }, examined) : []
  if (quarantine.length > 0 || gaps.some((gap) => !history.knows(gap)))
    await history.record({ gaps, quarantinedBytes: examined.setAsideBytes, quarantine }, now())
  const open = history.open(gaps)
  if (acknowledge && open.length > 0) await history.acknowledge(open, now())
  const whole = isDamaged ? await examineSession(fs, folder) : examined
  await writeDerived(fs, { folder, sessionID, status, examined: whole })
  return resultOf(sessionID, finding)
}
