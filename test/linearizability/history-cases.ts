import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { createPostgresStore } from '../../src/storage/postgres/create-postgres-store.ts'
import type { SessionStore } from '../../src/storage/session-store.ts'
import { createSqliteStore } from '../../src/storage/sqlite/create-sqlite-store.ts'
import type { usePostgres } from '../postgres/postgres-server.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { isLinearizable } from './is-linearizable.ts'
import { recordHistory } from './record-history.ts'
import { sessionMachine } from './store-machine.ts'

const clients = 6
const commands = 40

const sixOf = (make: () => SessionStore): SessionStore[] => Array.from({ length: clients }, make)

/** The store of each client: connections of their own where a store has them, else one for all. */
export function storesUnderTest(
  postgres: ReturnType<typeof usePostgres>,
): Readonly<Record<string, () => readonly SessionStore[]>> {
  return {
    memory() {
      const store = createMemoryStore()
      return sixOf(() => store)
    },
    SQLite() {
      const path = join(tempFolder(), 'sessions.db')
      return sixOf(() => createSqliteStore(path, { synchronous: 'normal' }))
    },
    journal() {
      const store = createJournalStore(tempFolder(), { durability: 'none' })
      return sixOf(() => store)
    },
    PostgreSQL() {
      const schema = postgres.schema()
      return sixOf(() => createPostgresStore({ pool: postgres.pool(1), schema }))
    },
  }
}

/** So many histories of each store, a new session for each. */
export function historyCases(postgres: ReturnType<typeof usePostgres>, histories: number): void {
  test.each(Object.entries(storesUnderTest(postgres)))(
    '%s: clients at work on one session see what no order of their calls explains',
    async (_name, make) => {
      const stores = make()
      onTestFinished(async () => void (await Promise.all([...new Set(stores)].map((store) => store.close()))))
      const unexplained: number[] = []
      for (let seed = 0; seed < histories; seed += 1) {
        const history = await recordHistory(stores, { seed, sessionID: `s${seed}`, commands })
        expect(history).toHaveLength(clients * commands)
        if (!isLinearizable(history, sessionMachine)) unexplained.push(seed)
      }
      expect(unexplained).toEqual([])
    },
  )
}
