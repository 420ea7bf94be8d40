import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Fs } from '../../src/files/fs.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import { recoverJournal } from '../../src/journal/recover-journal.ts'
import type { JournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { open, records, textsOf, user, write } from './journal-on-disk.ts'
import { tempFolder } from '../files/temp-folder.ts'

const busy = (): Promise<never> => Promise.reject(Object.assign(new Error('busy'), { code: 'EBUSY' }))

/** A disk that does not let a file of this name go. */
const holding = (name: string): Fs => ({
  ...nodeFs,
  unlink: (path) => (path.endsWith(name) ? busy() : nodeFs.unlink(path)),
})

/** A disk on which nothing can take the place of another file while it `fails`. */
const withoutRenames = (state: { fails: boolean }): Fs => ({
  ...nodeFs,
  rename: (from, to) => (state.fails ? busy() : nodeFs.rename(from, to)),
})

const typesIn = (folder: string): unknown[] =>
  readFileSync(records(folder), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => /"type":"([^"]+)"/.exec(line)?.[1])

const REMOVED = ['journal.snapshot', 'session_removed']

test.each<[string, (store: JournalStore) => Promise<unknown>]>([
  ['at once', async () => undefined],
  ['behind a compaction', (store) => store.journal.compact('s')],
  [
    'behind a compaction and one more message',
    (store) => store.journal.compact('s').then(() => store.messages.append('s', [user('secret')])),
  ],
  [
    'behind another life',
    (store) => store.messages.remove('s').then(() => store.messages.append('s', [user('secret')])),
  ],
])('what was said in a session that is removed %s stays on the disk', async (_, before) => {
  const folder = tempFolder()
  const store = open(folder)
  await store.messages.append('s', [user('secret')])
  await before(store)
  await store.messages.remove('s')
  expect([typesIn(folder), readFileSync(records(folder), 'utf8')]).toEqual([
    REMOVED,
    expect.not.stringContaining('secret'),
  ])
})

test('what was said in a removed session stays on the disk where its summary cannot be unlinked', async () => {
  const folder = tempFolder()
  await write(folder, ['secret'.repeat(20_000)])
  const store = open(folder, { fs: holding('summary.json') })
  await store.messages.remove('s')
  expect(typesIn(folder)).toEqual(REMOVED)
})

test('a removal that only the index tells of cannot be squeezed', async () => {
  const folder = tempFolder()
  await write(folder, ['secret', 'secret'])
  copyFileSync(records(folder), join(folder, 'copy'))
  const store = open(folder)
  await store.messages.remove('s')
  await store.close()
  copyFileSync(join(folder, 'copy'), records(folder))
  await recoverJournal(folder, { apply: true })
  const again = open(folder)
  await again.journal.compact('s')
  expect([typesIn(folder), readFileSync(records(folder), 'utf8')]).toEqual([
    REMOVED,
    expect.not.stringContaining('secret'),
  ])
  expect([await textsOf(again), await again.messages.list()]).toEqual([null, []])
})

test('leases that are asked for a removed session pile up in its records', async () => {
  const folder = tempFolder()
  await write(folder, ['secret'])
  const store = open(folder)
  await store.messages.remove('s')
  await store.leases.acquire('s', { owner: 'late', ttlMs: 60_000 })
  for (const round of [1, 2]) {
    await store.journal.compact('s')
    expect([round, typesIn(folder)]).toEqual([round, REMOVED])
  }
  expect(await open(folder).leases.holder('s')).not.toBeNull()
})

test('a session that was restored after its removal is a removed one with an older copy of its records', async () => {
  const folder = tempFolder()
  const state = { fails: false }
  const store = open(folder, { fs: withoutRenames(state) })
  for (const text of ['a', 'b']) await store.messages.append('s', [user(text)])
  copyFileSync(records(folder), join(folder, 'copy'))
  state.fails = true
  await store.messages.remove('s')
  state.fails = false
  await store.journal.restore('s', 2)
  await store.close()
  copyFileSync(join(folder, 'copy'), records(folder))
  expect(await open(folder).messages.list()).toMatchObject([{ sessionID: 's', epoch: 2, messageCount: 0 }])
})
