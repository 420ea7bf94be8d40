import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditSessions, repairSafe } from '../../../src/audit.ts'
import { nodeFs } from '../../../src/files/node-fs.ts'
import { createJournalStore } from '../../../src/storage/journal/create-journal-store.ts'
import { createSqliteStore } from '../../../src/storage/sqlite/create-sqlite-store.ts'
import { tempFolder } from '../../files/temp-folder.ts'
import { journalLayout } from './journal-subject.ts'
import { layoutSuite } from './layout-suite.ts'

layoutSuite(journalLayout)

test('stores that were written side by side differ by their clocks, or catch up and differ still', async () => {
  const root = tempFolder()
  const [folder, stateDb] = [join(root, 'journal'), join(root, 'sessions.db')]
  let at = 1_790_000_000_000
  // No two rows have one time.
  const options = { now: () => (at += 7) }
  const stores = [createJournalStore(folder, options), createSqliteStore(stateDb, options)]
  for (const store of stores) {
    await store.messages.append('s', [{ raw: { role: 'user', content: 'hi' } }])
    await store.parts.record('s', { callId: 'c', name: 'read', status: 'completed', output: 'o' })
    await store.state.set('s', 'k', 1)
  }
  const close = (): Promise<unknown> => Promise.all(stores.map((store) => store.close()))
  const target = { folder, stateDb, layout: 'journal', backups: { folder: join(root, 'backups') } } as const
  await stores[0]!.messages.append('t', [{ raw: { role: 'user', content: 'one' } }])
  await stores[1]!.messages.append('t', [{ raw: { role: 'user', content: 'one' } }])
  await stores[1]!.messages.append('t', [{ raw: { role: 'user', content: 'two' } }])
  // What a living process writes is compared when it has ended.
  expect((await auditSessions(target)).items).toEqual([])
  await close()
  expect((await auditSessions(target)).items).toMatchObject([
    { session_id: 't', kind: 'copy_behind', category: 'repairable', copies: ['journal', 'sqlite'] },
  ])
  expect(await repairSafe({ ...target, apply: true })).toMatchObject({ clean: true, repaired: 1 })
  await using caughtUp = createJournalStore(folder)
  expect((await caughtUp.messages.load('t'))!.messages.map(({ raw }) => Object(raw).content)).toEqual(['one', 'two'])
})

test.each([
  [Object.assign(new Error('io'), { code: 'EIO' }), 'FileWorkError'],
  [new TypeError('a mistake of ours'), 'TypeError'],
])('%s: what stops an audit has another name', async (cause, name) => {
  const fs = { ...nodeFs, readdir: () => Promise.reject(cause) }
  await expect(auditSessions({ folder: tempFolder(), layout: 'journal', fs })).rejects.toMatchObject({ name })
})

test('a compaction that has lost its mark, but not what it made obsolete, is taken for a stale index', async () => {
  const folder = tempFolder()
  const options = { segmentBytes: 300, generations: 0 }
  const store = createJournalStore(folder, options)
  for (const text of ['one', 'two', 'three']) await store.messages.append('s', [{ raw: text }])
  const path = join(folder, 's')
  const former = readdirSync(path).filter((name) => /^records\.\d+\.ndjson$/.test(name))
  const lines = former.map((name) => readFileSync(join(path, name)))
  expect(former.length).toBeGreaterThan(1)
  await store.journal.compact('s')
  await store.close()
  for (const [at, name] of former.entries()) writeFileSync(join(path, name), lines[at]!)
  rmSync(join(path, 'index.ndjson'))
  expect(readdirSync(path)).not.toContain('compacting.json')
  const { items } = await auditSessions({ folder, layout: 'journal' })
  expect(items).toMatchObject([{ kind: 'stale_index', category: 'unsafe_to_repair', because: 'unfinished_compaction' }])
})
