import { join } from 'node:path'
import { onDatabaseCopy, readDatabaseFiles } from '../../../agents/sqlite/database-copy.ts'
import { FileWorkError, isFileWorkCode } from '../../../files/file-work-error.ts'
import { lookAtSession } from '../../../journal/mend-session.ts'
import { recoverJournal } from '../../../journal/recover-journal.ts'
import { folderNameOf, listSessionIDs } from '../../../journal/session-folder.ts'
import { namesIn, segmentsIn } from '../../../journal/segments.ts'
import { createJournalStore } from '../../../storage/journal/create-journal-store.ts'
import { createSqliteStore } from '../../../storage/sqlite/create-sqlite-store.ts'
import { auditItem, auditReport, unsafe, type AuditItem } from '../audit-item.ts'
import type { AuditedStore, AuditTarget } from '../audit-layout.ts'
import { catchUpWrites, JOURNAL } from './catch-up-writes.ts'
import { compareStores, type Comparison } from './compare-stores.ts'
import { mendedFiles } from './mended-files.ts'

/** The findings of a session's records; undefined while a living process writes it, or when it has just been removed. */
async function ofRecords({ folder, fs }: AuditTarget, sessionID: string): Promise<readonly AuditItem[] | undefined> {
  const [found] = (await recoverJournal(folder, { sessionID, fs })).recovered
  if (!found || found.state === 'busy' || found.state === 'not_found') return undefined
  const counts = { live: found.records }
  if (found.error) return [unsafe(auditItem('damaged_journal', sessionID), found.error.code)]
  const path = join(folder, folderNameOf(sessionID))
  const items = found.state === 'needs_review' ? [auditItem('journal_needs_review', sessionID, counts)] : []
  const options = { fs, now: Date.now, mode: 'salvage', acknowledge: false, status: 'stopped' } as const
  const { isWorkLeft, isDamaged, isHalfSqueezed } = await lookAtSession(sessionID, path, options)
  if (!isWorkLeft) return items
  const item = auditItem(isDamaged ? 'damaged_journal' : 'stale_index', sessionID, counts)
  return [...items, isHalfSqueezed ? unsafe(item, 'unfinished_compaction') : item]
}

/** Recovers a session of a copy. One that failed there, the disk being full, is left half-done and nothing to be taken over. */
async function recoverWhole(root: string, sessionID: string): Promise<void> {
  const { recovered } = await recoverJournal(root, { sessionID, apply: true })
  for (const { error } of recovered)
    if (error) {
      const code = isFileWorkCode(error.code) ? error.code : 'io'
      throw new FileWorkError(code, root, 'Cannot repair a copy', { cause: new Error(error.message) })
    }
}

const nothing: Comparison = { items: [], catchUps: [] }

async function ofStores({ folder, stateDb, fs }: AuditTarget, skipped: ReadonlySet<string>): Promise<Comparison> {
  const files = stateDb === undefined ? undefined : await readDatabaseFiles(fs, stateDb)
  if (!files) return nothing
  try {
    return await onDatabaseCopy(files, async (copy, path) => {
      copy.close()
      const [journal, sqlite] = [createJournalStore(folder, { fs }), createSqliteStore(path)]
      try {
        const own = { name: JOURNAL, store: journal, isTruth: true }
        return await compareStores(own, { name: 'sqlite', store: sqlite }, skipped)
      } finally {
        await Promise.all([journal.close(), sqlite.close()])
      }
    })
  } catch {
    // Whatever it is, nothing can be compared with it.
    return { ...nothing, items: [auditItem('malformed_backup', '', {}, { copies: ['sqlite'] })] }
  }
}

/**
 * Our own journal: the records are the source of truth, index and manifest derived, earlier generations stand in the same
 * checked chain of records. With `stateDb` a SQLite store of ours is compared with it, session by session.
 */
export async function auditJournal(target: AuditTarget): Promise<AuditedStore> {
  const { folder, fs } = target
  const ids = await listSessionIDs(fs, folder)
  const items: AuditItem[] = []
  const skipped = new Set<string>()
  const liveFiles: string[] = []
  for (const sessionID of ids) {
    const own = await ofRecords(target, sessionID)
    const path = join(folder, folderNameOf(sessionID))
    // A damaged session is compared after its repair.
    if (own === undefined || own.length > 0) skipped.add(sessionID)
    if (own === undefined) continue
    items.push(...own)
    // Of one that cannot even be listed there is nothing to be written either.
    const segments = await namesIn(fs, path).then(
      (names) => segmentsIn(fs, path, names),
      () => [],
    )
    liveFiles.push(...segments.map((segment) => segment.path))
  }
  const mended = items.filter(({ category }) => category === 'repairable').map(({ session_id }) => session_id)
  const { items: compared, catchUps } = await ofStores(target, skipped)
  return {
    report: auditReport([...items, ...compared], ids),
    plan: async () => {
      const recovered = mended.map((sessionID) =>
        mendedFiles(fs, folder, sessionID, (root) => recoverWhole(root, sessionID)),
      )
      return [...(await Promise.all(recovered)).flat(), ...(await catchUpWrites(target, catchUps))]
    },
    liveFiles,
  }
}
