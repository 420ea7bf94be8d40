import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { createSqliteStore } from '../../src/storage/sqlite/create-sqlite-store.ts'
import { type StoreUnderTest, testStore } from '../../src/testing/contracts/test-store.ts'
import { tempFolder } from '../files/temp-folder.ts'

const STORES: StoreUnderTest[] = [
  { name: 'memory', create: (options) => createMemoryStore(options) },
  { name: 'sqlite :memory:', create: (options) => createSqliteStore(':memory:', options) },
  { name: 'journal', create: (options) => createJournalStore(tempFolder(), { ...options, durability: 'none' }) },
  { name: 'sqlite file', create: (options) => createSqliteStore(join(tempFolder(), 'store.db'), options) },
]

describe.each(STORES)('$name', (store) => {
  for (const { title, run } of testStore(store)) test(`${title}`, () => expect(run()).resolves.toBeUndefined())
})
