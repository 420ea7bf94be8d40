import { join } from 'node:path'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { createSqliteStore } from '../../src/storage/sqlite/create-sqlite-store.ts'
import type { NamedStore } from './equal-stores.ts'

/** The stores that need no server, in a folder of their own. */
export function embeddedStores(folder: string): readonly NamedStore[] {
  return [
    { name: 'memory', open: (options) => createMemoryStore(options) },
    {
      name: 'sqlite',
      open: (options) => createSqliteStore(join(folder, 's.db'), { ...options, synchronous: 'normal' }),
    },
    {
      name: 'journal',
      open: (options) => createJournalStore(join(folder, 'j'), { ...options, durability: 'none', segmentBytes: 4000 }),
    },
  ]
}
