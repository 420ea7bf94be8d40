import { basename, join } from 'node:path'
import type { BackupOptions } from '../../files/backup-folder.ts'
import { FileWorkError } from '../../files/file-work-error.ts'
import { inTurnOfLock } from '../../files/in-turn-of-lock.ts'
import type { Fs } from '../../files/fs.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { replaceFileDurably } from '../../files/replace-file-durably.ts'
import { KEPT_VERSIONS, listEarlierVersions, numberBackup } from './earlier-versions.ts'
import { backupPath, runJournalName, sessionPath } from './hermes-folder.ts'
import { deleteTurnJournals } from './append-turn-event.ts'
import { listRuns } from './run-journal.ts'
import { readSessionCopy, sessionBytes, type HermesSession } from './session-copy.ts'
import { addTombstone, isDeleted } from './tombstones.ts'

/** What the caller knows of the session, and the number of earlier versions to keep. */
export interface SaveOptions extends BackupOptions {
  /** The caller has not read the messages: such a session must not be saved. */
  readonly metadataOnly?: boolean
  /** Versions from before a shrink that are kept, the one in `.bak` among them: 1 keeps that alone. Default 3. */
  readonly versions?: number
}

/** Whether a session was written; a shrink leaves the longer version in `.bak` (`backedUp`). */
export type SavedSession =
  | { readonly written: true; readonly backedUp: boolean }
  /** `fenced`: the session was deleted, and a writer that still holds it may not bring it back. */
  | { readonly written: false; readonly why: 'fenced' | 'empty_while_pending' }

/**
 * Writes a session file with the guards that lost sessions have taught: the versions before the last shrinks are kept, an empty
 * snapshot does not replace a conversation under way, and a deleted session stays deleted (I14).
 *
 * @throws FileWorkError `not_a_file` for a session that was loaded without its messages, before anything is written;
 *   `changed_meanwhile` while the tombstones cannot be read: who is deleted is not known
 * @example
 * await saveSession(folder, { session_id: 'abc123', messages: [{ role: 'user', content: 'Hi' }] })
 */
export async function saveSession(
  folder: string,
  session: HermesSession,
  options: SaveOptions = {},
): Promise<SavedSession> {
  const sessionID = String(session['session_id'])
  const path = sessionPath(folder, sessionID)
  if (options.metadataOnly) throw new FileWorkError('not_a_file', path, 'The session was loaded without its messages')
  const { fs = nodeFs, versions = KEPT_VERSIONS } = options
  return inTurnOfLock(
    folder,
    async (): Promise<SavedSession> => {
      if (await isDeleted(fs, folder, sessionID)) return { written: false, why: 'fenced' }
      const former = await readSessionCopy(fs, path)
      const count = former.state === 'sound' ? former.session.messages.length : 0
      const isPending = session['active_stream_id'] != null || session['pending_user_message'] != null
      // A file that cannot be read may still hold a conversation.
      const mayHoldMore = count > 0 || former.state === 'malformed'
      if (session.messages.length === 0 && mayHoldMore && isPending)
        return { written: false, why: 'empty_while_pending' }
      const shrinks = former.state === 'sound' && session.messages.length < count
      // A backup that fails does not hold up the save, and an older version that gets no number not the newer one.
      const backedUp =
        shrinks &&
        (await numberBackup(fs, folder, sessionID, versions)
          .catch(() => undefined)
          .then(() => replaceFileDurably(backupPath(folder, sessionID), (write) => write(former.bytes), { fs }))
          .then(
            () => true,
            () => false,
          ))
      await replaceFileDurably(path, (write) => write(sessionBytes(session)), { fs })
      return { written: true, backedUp }
    },
    options,
  )
}

async function unlinkIfThere(fs: Fs, path: string): Promise<void> {
  if ((await readSessionCopy(fs, path)).state !== 'absent') await fs.unlink(path)
}

/**
 * Deletes a session: the tombstone first and durable, then the files, then their journals. A crash in between leaves a session
 * that is deleted and not yet cleaned up, never one that comes back (I14).
 *
 * @throws FileWorkError `not_a_file` for an id that is none; what the system says
 * @example
 * await deleteSession(folder, 'abc123')
 */
export async function deleteSession(folder: string, sessionID: string, options: BackupOptions = {}): Promise<void> {
  const path = sessionPath(folder, sessionID)
  const { fs = nodeFs } = options
  await inTurnOfLock(
    folder,
    async () => {
      await addTombstone(fs, folder, sessionID)
      await unlinkIfThere(fs, path)
      await unlinkIfThere(fs, backupPath(folder, sessionID))
      for (const version of await listEarlierVersions(folder, sessionID, fs)) await fs.unlink(version.path)
      await fs.syncFolder(folder)
      await deleteTurnJournals(folder, sessionID, fs)
      const runs = join(folder, runJournalName, basename(sessionID))
      const names = await listRuns(folder, sessionID, fs)
      for (const name of names) await fs.unlink(join(runs, `${name}.jsonl`))
      if (names.length > 0) await fs.syncFolder(runs)
    },
    options,
  )
}
