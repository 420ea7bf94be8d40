import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import type { SessionStore } from '../../src/storage/session-store.ts'
import { createSqliteStore } from '../../src/storage/sqlite/create-sqlite-store.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { type Real, STORE_COMMANDS } from './store-commands.ts'

const RUNS = Number(process.env['STORE_RUNS'] ?? 60)

function memory(): Real {
  const store = createMemoryStore()
  return { store, second: store, reopen: async () => undefined }
}

function sqlite(path: string): Real {
  const open = (): SessionStore => createSqliteStore(path, { synchronous: 'normal' })
  const real: Real = {
    store: open(),
    second: open(),
    async reopen() {
      await real.store.close()
      await real.second.close()
      real.store = open()
      real.second = open()
    },
  }
  return real
}

/** One process writes a session: both names are the same store. */
function journal(folder: string): Real {
  const open = (): SessionStore => createJournalStore(folder, { durability: 'none', segmentBytes: 4000 })
  const first = open()
  const real: Real = {
    store: first,
    second: first,
    async reopen() {
      await real.store.close()
      real.store = real.second = open()
    },
  }
  return real
}

const REALS: Record<string, (path: string) => Real> = { memory, sqlite, journal }

describe.each(Object.keys(REALS))('%s', (name) => {
  test('any sequence of appends, repairs, undos, parts and reopens ends in another state than the plain model', async () => {
    const folder = tempFolder()
    let run = 0
    const checked = fc.assert(
      fc.asyncProperty(fc.commands(STORE_COMMANDS, { maxCommands: 25 }), async (commands) => {
        const real = REALS[name]!(join(folder, `${(run += 1)}.db`))
        try {
          await fc.asyncModelRun(() => ({ model: { messages: [], undoable: [], parts: [] }, real }), commands)
        } finally {
          await real.store.close()
          await real.second.close()
        }
      }),
      { numRuns: RUNS },
    )
    await expect(checked).resolves.toBeUndefined()
  }, 120_000)
})
