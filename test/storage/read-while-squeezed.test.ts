import { expect, test } from 'vitest'
import type { JournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import type { Fs } from '../../src/files/fs.ts'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { textsOf, user } from './journal-on-disk.ts'
import { tempFolder } from '../files/temp-folder.ts'

/** A store of four messages in segments of their own, whose former states are not kept. */
async function filled(folder: string): Promise<JournalStore> {
  const store = createJournalStore(folder, { segmentBytes: 1, generations: 0 })
  for (const text of ['one', 'two', 'three', 'four']) await store.messages.append('s', [user(text)])
  return store
}

/** The disk, on which something happens before the records are opened for the first time. */
function before(happens: () => Promise<unknown>): Fs {
  let isDone = false
  return {
    ...nodeFs,
    open: async (path, ...rest) => {
      if (!isDone && /records\.0+1\.ndjson$/.test(path)) {
        isDone = true
        await happens()
      }
      return nodeFs.open(path, ...rest)
    },
  }
}

async function exported(store: JournalStore): Promise<number[]> {
  const numbers: number[] = []
  for await (const line of store.journal.export('s')) numbers.push(JSON.parse(line).seq)
  return numbers
}

const numbersOf = async (store: JournalStore, text?: string): Promise<number[]> =>
  (await store.journal.records('s', text === undefined ? {} : { text })).items.map(({ seq }) => seq)

test.each<readonly [string, (store: JournalStore) => Promise<number[]>]>([
  ['an export', exported],
  ['a query', (store) => numbersOf(store)],
  ['a search', (store) => numbersOf(store, 'one')],
])('%s tells of damage where a healthy session is squeezed by another process at that moment', async (_, read) => {
  const folder = tempFolder()
  const writer = await filled(folder)
  let isSqueezed = false
  const fs = before(async () => {
    await writer.journal.compact('s')
    isSqueezed = true
  })
  const reader = createJournalStore(folder, { fs })
  expect(await read(reader)).toEqual([4])
  expect(isSqueezed).toBe(true)
  await writer.messages.append('s', [user('five')])
  expect(await read(reader)).toContain(4)
  await reader.close()
  await writer.close()
})

test('an export goes on in silence without the records that were squeezed behind its first line, or tells of damage', async () => {
  const folder = tempFolder()
  const writer = await filled(folder)
  const lines = writer.journal.export('s')[Symbol.asyncIterator]()
  const first = await lines.next()
  const { revision } = (await writer.messages.load('s'))!
  await writer.messages.replace('s', [user('new')], { expect: revision })
  await writer.journal.compact('s')
  await expect(lines.next()).rejects.toMatchObject({ name: 'StoreError', code: 'locked' })
  expect(first.value).toContain('one')
  expect(await textsOf(writer)).toEqual(['new'])
  await writer.close()
})

test('an export that is broken off at its first line leaves a file open', async () => {
  const folder = tempFolder()
  await (await filled(folder)).close()
  let open = 0
  const fs: Fs = {
    ...nodeFs,
    open: async (...args) => {
      const file = await nodeFs.open(...args)
      const close = file.close.bind(file)
      open += 1
      return Object.assign(file, {
        close: async () => {
          open -= 1
          await close()
        },
      })
    },
  }
  const reader = createJournalStore(folder, { fs })
  for (let times = 0; times < 2; times += 1) {
    for await (const _ of reader.journal.export('s')) break
    expect(open).toBe(0)
  }
  await reader.close()
})
