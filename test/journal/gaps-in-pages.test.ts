import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Gap } from '../../src/journal/chain.ts'
import { LossHistory } from '../../src/journal/loss-history.ts'
import { RecordReader, type RecordQuery } from '../../src/journal/query-records.ts'
import { createJournalStore } from '../../src/journal.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { openLog, recordsPath, recoverOne, ROOT, writeSession } from './sample-session.ts'

const texts = Array.from({ length: 10 }, (_, at) => `e${at + 1}`)

/** Ten records of which those with these numbers are gone. */
async function without(...lost: readonly number[]): Promise<MemoryFs> {
  const fs = new MemoryFs()
  await writeSession(fs, 's', texts)
  const lines = fs.text(recordsPath('s'))!.split('\n').slice(0, -1)
  const left = lines.map((line, at) => (lost.includes(at + 1) ? 'damage' : line))
  fs.put(recordsPath('s'), `${left.join('\n')}\n`)
  return fs
}

const readerOf = (fs: MemoryFs): RecordReader => new RecordReader(fs, join(ROOT, 's'))

/** The gaps of all pages, page by page. */
async function gapsOf(fs: MemoryFs, query: RecordQuery): Promise<Gap[][]> {
  const pages: Gap[][] = []
  for (let after: string | undefined, more = true; more;) {
    const page = await readerOf(fs).query({ ...query, ...(after !== undefined && { after }) })
    pages.push([...page.gaps])
    after = page.cursor
    more = page.truncated
  }
  return pages
}

const cases: readonly (readonly [lost: readonly number[], gaps: readonly Gap[]])[] = [
  [[], []],
  [[1], [{ after: 0, before: 2 }]],
  [[5], [{ after: 4, before: 6 }]],
  [[4, 5, 6], [{ after: 3, before: 7 }]],
  [
    [1, 9],
    [
      { after: 0, before: 2 },
      { after: 8, before: 10 },
    ],
  ],
  [
    [2, 4],
    [
      { after: 1, before: 3 },
      { after: 3, before: 5 },
    ],
  ],
]

test.each(cases)('records %j are lost, and a page goes past them in silence', async (lost, gaps) => {
  for (const isRecovered of [false, true]) {
    const fs = await without(...lost)
    if (isRecovered) await recoverOne(fs, 's', { apply: true })
    for (const order of ['asc', 'desc'] as const)
      for (const limit of [1, 2, 3, 7, 100]) {
        const pages = await gapsOf(fs, { order, limit })
        expect(pages.flat().toSorted((a, b) => a.after - b.after)).toEqual(gaps)
      }
    expect(await gapsOf(fs, { types: ['nothing'] })).toEqual([gaps])
  }
})

test('a gap stands in a page that does not go past it', async () => {
  const fs = await without(5)
  const hole = [{ after: 4, before: 6 }]
  expect(await gapsOf(fs, { limit: 4 })).toEqual([[], hole, []])
  expect(await gapsOf(fs, { limit: 5, order: 'desc' })).toEqual([hole, []])
  for (const [after, found] of [
    [3, hole],
    [4, hole],
    [6, []],
  ] as const)
    expect((await readerOf(fs).query({ after })).gaps).toEqual(found)
  expect((await readerOf(fs).query({ after: 6, order: 'desc' })).gaps).toEqual([])
  expect((await readerOf(fs).query({ after: 7, order: 'desc' })).gaps).toEqual(hole)
})

test('a loss at the end is not told any more once it is cut off, acknowledged, or written over', async () => {
  const fs = await without(10)
  await recoverOne(fs, 's', { apply: true })
  const end = [{ after: 9 }]
  expect(await gapsOf(fs, {})).toEqual([end])
  await recoverOne(fs, 's', { acknowledge: true })
  expect(await gapsOf(fs, { limit: 5 })).toEqual([[], end])
  const log = await openLog(fs, 's')
  await log.append({ type: 'note', epoch: 0, dataText: '"new"' })
  await log.close()
  expect(await gapsOf(fs, { limit: 9 })).toEqual([[], end])
})

test('a compaction leaves a gap in the pages of records that it has squeezed', async () => {
  const fs = new MemoryFs()
  const root = '/root/store'
  const options = { fs, now: () => 1_790_000_000_000, generations: 0 }
  const write = async (contents: readonly string[]): Promise<void> => {
    await using store = createJournalStore(root, options)
    for (const content of contents) await store.messages.append('s', [{ raw: { role: 'user', content } }])
  }
  await write(['one', 'two', 'three'])
  const path = join(root, 's', 'records.ndjson')
  const [first, , third] = fs.text(path)!.split('\n')
  fs.put(path, `${first}\ndamage\n${third}\n`)
  await using store = createJournalStore(root, options)
  expect((await store.journal.records('s')).gaps).toEqual([{ after: 1, before: 3 }])
  await store.messages.append('s', [{ raw: { role: 'user', content: 'four' } }])
  await store.journal.compact('s')
  expect((await store.journal.records('s')).gaps).toEqual([])
})

test('losses that were found one after the other are told in the order of the finds, or that of the first record is not', async () => {
  const fs = await without(2)
  const history = await LossHistory.read(fs, join(ROOT, 's'))
  for (const gap of [{ after: 10 }, { after: 0 }, { after: 6, before: 8 }])
    await history.record({ gaps: [gap], quarantinedBytes: 0, quarantine: [] }, 5)
  const { gaps } = await readerOf(fs).query()
  expect(gaps).toEqual([{ after: 0 }, { after: 1, before: 3 }, { after: 6, before: 8 }, { after: 10 }])
})
