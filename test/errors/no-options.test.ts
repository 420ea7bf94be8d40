import { expect, test } from 'vitest'
import { createFleet } from '../../src/fleet/create-fleet.ts'
import { recoverJournal } from '../../src/journal/recover-journal.ts'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { createPostgresStore } from '../../src/storage/postgres/create-postgres-store.ts'
import { createSqliteStore } from '../../src/storage/sqlite/create-sqlite-store.ts'

const factories: Readonly<Record<string, (given: never) => unknown>> = {
  createFleet,
  createMemoryStore,
  createPostgresStore,
  createSqliteStore,
  'createSqliteStore, options': (options) => createSqliteStore(':memory:', options),
  'createJournalStore, options': (options) => createJournalStore('/nowhere', options),
  'recoverJournal, options': (options) => recoverJournal('/nowhere', options),
}

test.each(Object.entries(factories))('%s ends with a TypeError, or takes what is no object', async (_, make) => {
  for (const given of [null, 5, true, () => undefined])
    await expect((async () => make(given as never))()).rejects.toMatchObject({ code: 'invalid_options' })
})
