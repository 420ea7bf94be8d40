import { readFile } from 'node:fs/promises'
import { onDatabaseCopy, readDatabaseFiles, replaceDatabase } from '../../../agents/sqlite/database-copy.ts'
import type { BatchWrite } from '../../../files/write-batch.ts'
import { catchUp } from '../../../storage/copy/catch-up.ts'
import { createJournalStore } from '../../../storage/journal/create-journal-store.ts'
import type { SessionStore } from '../../../storage/session-store.ts'
import { createSqliteStore } from '../../../storage/sqlite/create-sqlite-store.ts'
import type { AuditTarget } from '../audit-layout.ts'
import type { CatchUp } from './compare-stores.ts'
import { mendedFiles } from './mended-files.ts'

/** The journal's name in findings. */
export const JOURNAL = 'journal'

async function take(store: SessionStore, catchUps: readonly CatchUp[]): Promise<void> {
  try {
    for (const each of catchUps) await store.execute(catchUp, each)
  } finally {
    await store.close()
  }
}

async function databaseWrites({ stateDb, fs }: AuditTarget, catchUps: readonly CatchUp[]): Promise<BatchWrite[]> {
  const files = stateDb === undefined || catchUps.length === 0 ? undefined : await readDatabaseFiles(fs, stateDb)
  if (stateDb === undefined || files === undefined) return []
  const content = await onDatabaseCopy(files, async (copy, path) => {
    copy.close()
    // The last one that closes a database writes its log into it.
    await take(createSqliteStore(path), catchUps)
    return readFile(path)
  })
  return replaceDatabase(stateDb, files, content)
}

/** The writes that bring each copy that is behind up to the other. They are prepared on copies of the files. */
export async function catchUpWrites(target: AuditTarget, catchUps: readonly CatchUp[]): Promise<BatchWrite[]> {
  const { folder, fs } = target
  const own = catchUps.filter(({ into }) => into === JOURNAL)
  const writes = own.map((each) =>
    mendedFiles(fs, folder, each.sessionID, (root) => take(createJournalStore(root), [each])),
  )
  const others = catchUps.filter(({ into }) => into !== JOURNAL)
  return [...(await Promise.all(writes)).flat(), ...(await databaseWrites(target, others))]
}
