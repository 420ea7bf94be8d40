import { join } from 'node:path'
import { FileWorkError } from '../../files/file-work-error.ts'

/** Files that hermes-webui keeps beside its sessions. Names that begin with `_` are never sessions. */
export const indexName = '_index.json'
export const tombstonesName = '_deleted_webui_sessions.json'
export const turnJournalName = '_turn_journal'
export const runJournalName = '_run_journal'

/** Whether an id can name files: one path segment, and neither `.` nor `..` nor a system file. */
export function isSessionID(sessionID: string): boolean {
  return /^[A-Za-z0-9-][A-Za-z0-9_.-]*$/.test(sessionID)
}

/**
 * An id that is about to name a file: ids come from rows and lists, too, and none may lead out of the folder.
 *
 * @throws FileWorkError `not_a_file`
 */
export function checkedID(folder: string, id: string, what = 'session_id'): string {
  if (!isSessionID(id)) throw new FileWorkError('not_a_file', folder, `invalid ${what}`)
  return id
}

/** @throws FileWorkError `not_a_file` for an invalid session_id */
export function sessionPath(folder: string, sessionID: string): string {
  return join(folder, `${checkedID(folder, sessionID)}.json`)
}

export function backupPath(folder: string, sessionID: string): string {
  return `${sessionPath(folder, sessionID)}.bak`
}

/** The session that a file name of the folder belongs to, as its file or its backup; undefined for all others. */
export function sessionOf(name: string): { readonly sessionID: string; readonly copy: 'live' | 'backup' } | undefined {
  const match = /^(.+)\.json(\.bak)?$/.exec(name)
  const sessionID = match?.[1]
  if (sessionID === undefined || !isSessionID(sessionID)) return undefined
  return { sessionID, copy: match?.[2] ? 'backup' : 'live' }
}
