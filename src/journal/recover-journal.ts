import { join } from 'node:path'
import { checkArgument, checkOptions, oneOf, optional, somePath, yesOrNo } from '../errors/check-options.ts'
import { asFileWork, fileWorkOf } from '../files/as-file-work.ts'
import type { Fs } from '../files/fs.ts'
import { nodeFs } from '../files/node-fs.ts'
import { recoveryModes, type RecoveryMode } from './examine-session.ts'
import {
  lookAtSession,
  mendSession,
  resultOf,
  toldError,
  type MendOptions,
  type RecoveredSession,
} from './mend-session.ts'
import { refuseNewer } from './refuse-newer.ts'
import { namesIn } from './segments.ts'
import { findSessionFolder, folderNameOf, listSessionIDs } from './session-folder.ts'
import { busyError, readClaim, WriterClaim } from './writer-claim.ts'

/** Which sessions, and whether anything is written. Without `apply` and `acknowledge` nothing is. */
export interface RecoverOptions {
  /** Default: every session below the root. */
  readonly sessionID?: string
  /** Writes. Without it the result shows what would be done. */
  readonly apply?: boolean
  /** Acknowledges the gaps, which a person has reviewed: the session is no longer `needs_review`. Writes, like `apply`. */
  readonly acknowledge?: boolean
  /** Default `salvage`. */
  readonly mode?: RecoveryMode
  /** Epoch ms; default `Date.now`. */
  readonly now?: () => number
  /** The file system; default: the real one. Tests pass one that fails or loses writes. */
  readonly fs?: Fs
}

/** Options are checked strictly: a misspelt `sessionID` would otherwise recover all sessions. */
const rules = {
  sessionID: optional<string>('string'),
  apply: yesOrNo(false),
  acknowledge: yesOrNo(false),
  mode: oneOf<RecoveryMode>(recoveryModes, 'salvage'),
  now: optional<() => number>('function'),
  fs: optional<Fs>('object'),
}

interface Work extends MendOptions {
  readonly apply: boolean
}

const nothing = { records: 0, droppedTailBytes: 0, quarantinedBytes: 0, gaps: [] } as const

async function recoverSession(root: string, sessionID: string, work: Work): Promise<RecoveredSession> {
  const { fs, now, apply } = work
  let folder: string | undefined
  try {
    folder = await findSessionFolder(fs, root, sessionID)
    if (folder === undefined) return { sessionID, state: 'not_found', ...nothing }
    await refuseNewer(fs, folder)
    const claim = await readClaim(folder, { fs, now })
    if (claim.kind === 'held' && (claim.process === 'alive' || Math.abs(claim.silent) < FOREIGN_SILENCE_MS))
      throw busyError(folder, claim.holder)
    // Examined before it is claimed, so that a session that needs no work is not changed at all.
    const finding = await lookAtSession(sessionID, folder, work)
    if (!apply || !finding.isWorkLeft) return resultOf(sessionID, finding)
    const own = await WriterClaim.take(folder, { fs, now, idleMs: FOREIGN_SILENCE_MS })
    try {
      return await mendSession(sessionID, folder, { ...work, claim: own })
    } finally {
      await own.release()
    }
  } catch (cause) {
    const { code, message: told } = toldError(fileWorkOf(cause, folder ?? root, 'Cannot recover the session'))
    const error = { code, message: folder === undefined || told.includes(folder) ? told : `${told} [${folder}]` }
    return { sessionID, state: code === 'busy' ? 'busy' : 'failed', ...nothing, error }
  }
}

/** A writer whose process cannot be checked (on another machine) counts as dead after this silence. */
const FOREIGN_SILENCE_MS = 600_000

/** Whether a folder contains files of a journal: with a wrong root, any folder would otherwise be reported as `clean`. */
async function isOfJournal(fs: Fs, folder: string): Promise<boolean> {
  const names = await namesIn(fs, folder).catch(() => undefined)
  return names?.some((name) => /^(?:records|writer)\.|^(?:index\.ndjson|manifest\.json|quarantine)$/.test(name)) ?? true
}

/**
 * Recovers the sessions of a journal after a crash: scans the record files by bytes, sets aside everything that is no record, ends
 * an unterminated line, and rebuilds index and manifest from the records alone. A dry run unless `apply` is set.
 *
 * Each session has its own result; none can make the call fail for the others. Running it twice changes nothing the second time.
 *
 * @throws OptionsError for an unknown option or an invalid value
 * @throws FileWorkError when the root itself cannot be listed
 * @example
 * const { recovered } = await recoverJournal('/var/lib/agent/sessions', { apply: true })
 * for (const { sessionID, state, gaps } of recovered) if (state === 'needs_review') console.log(sessionID, gaps)
 */
export async function recoverJournal(
  folder: string,
  options: RecoverOptions = {},
): Promise<{ readonly recovered: readonly RecoveredSession[] }> {
  checkArgument('folder', folder, somePath('the path of a folder'))
  const { sessionID, apply, acknowledge, mode, now = Date.now, fs = nodeFs } = checkOptions(options, rules)
  const work: Work = { fs, now, mode, status: 'stopped', apply: apply || acknowledge, acknowledge }
  const recovered: RecoveredSession[] = []
  if (sessionID !== undefined) return { recovered: [await recoverSession(folder, sessionID, work)] }
  for (const each of await asFileWork(folder, 'Cannot list the sessions', () => listSessionIDs(fs, folder)))
    if (await isOfJournal(fs, join(folder, folderNameOf(each))))
      recovered.push(await recoverSession(folder, each, work))
  return { recovered }
}
