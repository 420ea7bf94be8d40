import { checkArgument } from '../../errors/check-options.ts'
import { storeRule } from '../store-rule.ts'
import { quote } from '../decision.ts'
import type { SessionStore } from '../session-store.ts'
import { StoreError } from '../store-error.ts'
import { type CopiedSession, isSameCopy, readCopied, writeCopied } from './copied-session.ts'
import { counted } from '../../json/counted.ts'

/**
 * What happened to a session:
 *
 * - `copied`: written, read back, and equal
 * - `same`: it was there already, equal
 * - `busy`: somebody holds its lease; run the copy again
 * - `conflict`: the target has another session of that id; nothing was written
 */
export type CopyOutcome = 'copied' | 'same' | 'busy' | 'conflict'

/**
 * Copies all sessions of a store into another: conversation, tool calls, turns, state. Each is one transaction, and those that
 * are there already are skipped, so an interrupted copy is simply run again. Each session is read back and compared by digest.
 * Leases and undo records are not copied.
 *
 * @throws OptionsError for an argument that is no store. Before anything is copied: the StoreError of a session that cannot be
 *   read, and StoreError `invalid_value` for ids that the target cannot take. `corrupt` when a session reads back different
 * @example
 * await copyStore(createSqliteStore('sessions.db'), createPostgresStore({ pool }), ({ sessionID, outcome }) => log(sessionID, outcome))
 */
export async function copyStore(
  from: SessionStore,
  to: SessionStore,
  onSession: (copied: { readonly sessionID: string; readonly outcome: CopyOutcome }) => unknown = () => undefined,
): Promise<Readonly<Record<CopyOutcome, number>>> {
  checkArgument('from', from, storeRule)
  checkArgument('to', to, storeRule)
  const counts = { copied: 0, same: 0, busy: 0, conflict: 0 }
  const sessions = await from.messages.list()
  // Fails at once: after a copy that returns, the caller may delete the source.
  for (const { unreadable } of sessions) if (unreadable) throw unreadable
  await checkIDs(sessions, to)
  for (const { sessionID } of sessions) {
    const read = await from.execute(readCopied, { sessionID })
    // The session was removed after the list was made.
    if (read === null) continue
    const outcome = read === 'busy' ? 'busy' : await copyOne(sessionID, read, to)
    counts[outcome] += 1
    await onSession({ sessionID, outcome })
  }
  return counts
}

/** Ids that every store takes: their characters need no escape, so a journal's folder name is no longer than the id. */
const fitsAnywhere = /^[\w.-]{1,200}$/

const MOST_NAMED = 5

async function checkIDs(sessions: readonly { readonly sessionID: string }[], to: SessionStore): Promise<void> {
  const refused: string[] = []
  for (const { sessionID } of sessions) {
    if (fitsAnywhere.test(sessionID)) continue
    try {
      await to.leases.holder(sessionID)
    } catch (cause) {
      if (!StoreError.isInstance(cause) || cause.code !== 'invalid_value') throw cause
      refused.push(sessionID)
    }
  }
  if (refused.length === 0) return
  const named = refused.slice(0, MOST_NAMED).map(quote).join(', ')
  throw new StoreError({
    code: 'invalid_value',
    message: `Nothing was copied. The target cannot take ${counted(refused.length, 'session id')}: ${named}${refused.length > MOST_NAMED ? ', …' : ''}.`,
    remedy: 'Copy into a SQLite file or PostgreSQL, which take ids of any length.',
  })
}

async function copyOne(sessionID: string, copied: CopiedSession, to: SessionStore): Promise<CopyOutcome> {
  const known = await to.execute(readCopied, { sessionID })
  if (known === 'busy') return 'busy'
  if (known !== null) return isSameCopy(known, copied) ? 'same' : 'conflict'
  await to.execute(writeCopied, { sessionID, copied })
  const written = await to.execute(readCopied, { sessionID })
  // Somebody took its lease right after it was written and may have changed it. The next run of the copy compares it.
  if (written === 'busy') return 'busy'
  if (written === null || !isSameCopy(written, copied))
    throw new StoreError({ code: 'corrupt', message: 'A copied session reads back as another.', sessionID })
  return 'copied'
}
