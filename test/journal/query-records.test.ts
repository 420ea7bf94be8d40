import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { IndexEntry } from '../../src/journal/index-entry.ts'
import { type RecordQuery, RecordReader } from '../../src/journal/query-records.ts'
import { readIndex } from '../../src/journal/read-index.ts'
import { sealedName } from '../../src/journal/segments.ts'
import { FaultFs } from '../files/fault-fs.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { openLog, recordsPath, ROOT } from './sample-session.ts'

const RECORDS: readonly (readonly [type: string, data: unknown])[] = [
  ['note', 'apple'],
  ['call', { name: 'run', input: '{"command":"list apple"}' }],
  ['note', ['pear', { deep: 'the apple' }]],
  ['call', { input: '{"command": unfinished apple' }],
  ['mark', 7],
  ['note', 'pears'],
]

async function disk(): Promise<MemoryFs> {
  const fs = new MemoryFs()
  const log = await openLog(fs, 's')
  for (const [type, data] of RECORDS) await log.append({ type, epoch: 0, dataText: JSON.stringify(data) })
  await log.close()
  return fs
}

const reader = async (): Promise<RecordReader> => new RecordReader(await disk(), join(ROOT, 's'))

const seqsOf = async (query: RecordQuery): Promise<number[]> =>
  (await (await reader()).query(query)).items.map(({ seq }) => seq)

const rows: readonly (readonly [RecordQuery, readonly number[]])[] = [
  [{}, [1, 2, 3, 4, 5, 6]],
  [{ text: 'apple' }, [1, 2, 3, 4]],
  [{ text: 'list apple' }, [2]],
  [{ text: 'Apple' }, []],
  [{ text: '7' }, []],
  [{ text: 'name' }, []],
  [{ text: 'pear', types: ['note'] }, [3, 6]],
  [{ types: ['call', 'mark'] }, [2, 4, 5]],
  [{ types: [] }, []],
  [{ types: ['nothing'] }, []],
  [{ types: ['note'], order: 'desc' }, [6, 3, 1]],
  [{ after: 4 }, [5, 6]],
  [{ after: 6 }, []],
  [{ after: 3, order: 'desc' }, [2, 1]],
  [{ after: 1, order: 'desc' }, []],
  [{ limit: 0 }, [1]],
  [{ limit: 2.9 }, [1, 2]],
  [{ limit: 2, order: 'desc' }, [6, 5]],
  [{ bytes: 0 }, [1]],
  [{ bytes: 0, order: 'desc', after: 3 }, [2]],
  [{ after: Number.MAX_SAFE_INTEGER, order: 'desc', limit: 1 }, [6]],
]

test.each(rows)('the query %o gives other records', async (query, expected) => {
  expect(await seqsOf(query)).toEqual(expected)
})

test.each(['asc', 'desc'] as const)('pages in the order %s repeat, lose or miscount a record', async (order) => {
  const records = await reader()
  for (const limit of [1, 2, 3, 5, 6, 7]) {
    const seen: number[] = []
    let after: string | undefined
    for (let more = true; more;) {
      const page = await records.query({ order, limit, ...(after !== undefined && { after }) })
      expect(page.total).toBe(6)
      expect(page.truncated).toBe(page.cursor !== undefined)
      seen.push(...page.items.map(({ seq }) => seq))
      expect(page.truncated).toBe(seen.length < 6)
      after = page.cursor
      more = page.truncated
    }
    expect(seen).toEqual(order === 'asc' ? [1, 2, 3, 4, 5, 6] : [6, 5, 4, 3, 2, 1])
  }
})

test('a cursor that belongs to no record, or to the other one of its number, is taken', async () => {
  const records = await reader()
  const { cursor } = await records.query({ limit: 2 })
  for (const after of ['2.00000000', cursor!.replace('2.', '3.'), ''])
    await expect(records.query({ after })).rejects.toMatchObject({ code: 'invalid_cursor' })
})

test('a reader is sent more bytes than it can take, or a record is in no page', async () => {
  const records = await reader()
  const sizes = (await records.query()).items.map((record) => JSON.stringify(record).length)
  for (const bytes of [1, sizes[0]! + 40, 400, 100_000]) {
    const seen: number[] = []
    for (let after = 0; seen.length < 6; after = seen.at(-1)!) {
      const { items, truncated, cursor } = await records.query({ bytes, after })
      expect(items.length).toBeGreaterThan(0)
      const sent = items.reduce((sum, record) => sum + JSON.stringify(record).length, 0)
      expect(items.length === 1 || sent <= bytes).toBe(true)
      seen.push(...items.map(({ seq }) => seq))
      expect([truncated, cursor !== undefined]).toEqual([seen.length < 6, seen.length < 6])
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6])
  }
})

test('a page is a byte shorter or longer than was asked for', async () => {
  const fs = await disk()
  const records = new RecordReader(fs, join(ROOT, 's'))
  const [one, two] = (await readIndex(fs, join(ROOT, 's'))).map(({ length }) => length) as [number, number]
  const seqs = async (bytes: number): Promise<number[]> => (await records.query({ bytes })).items.map(({ seq }) => seq)
  expect([await seqs(one + two), await seqs(one + two - 1)]).toEqual([[1, 2], [1]])
})

test('a record is lost to a reader because its segment is closed meanwhile, or one that is gone is passed over', async () => {
  const fs = await disk()
  const records = new RecordReader(fs, join(ROOT, 's'))
  const index = await readIndex(fs, join(ROOT, 's'))
  const [active, full] = [recordsPath('s'), join(ROOT, 's', sealedName(1))]
  const seqs = async (entries: Iterable<IndexEntry>): Promise<number[]> => {
    const read: number[] = []
    for await (const { seq } of records.read(entries)) read.push(seq)
    return read
  }
  // Each has been listed, and not yet opened.
  const renamed = function* () {
    void fs.rename(active, full)
    yield* index.slice(0, 2)
  }
  expect(await seqs(renamed())).toEqual([1, 2])
  const removed = function* () {
    void fs.unlink(full)
    yield index[2]!
  }
  await expect(seqs(removed())).rejects.toMatchObject({
    code: 'damaged',
    message: expect.stringContaining('Record 3 is'),
  })
})

test('a segment is opened for each record, is closed under its reader, or stays open behind one who leaves', async () => {
  const base = await disk()
  const fs = new FaultFs(undefined, base)
  const index = await readIndex(base, join(ROOT, 's'))
  const handles = (): number[] => ['open', 'close'].map((name) => fs.names.filter((call) => call === name).length)
  const read: number[] = []
  for await (const { seq } of new RecordReader(fs, join(ROOT, 's')).read(index)) {
    read.push(seq)
    // What was open when it went still holds what stood in it.
    if (seq === 2) await base.unlink(recordsPath('s'))
    if (seq === 5) break
  }
  expect([read, handles()]).toEqual([
    [1, 2, 3, 4, 5],
    [1, 1],
  ])
})

test('a record is looked for in the segment that stood at its path before', async () => {
  const fs = await disk()
  const read: number[] = []
  let index = await readIndex(fs, join(ROOT, 's'))
  const entries = function* () {
    yield index[0]!
    yield index[6]!
  }
  for await (const { seq } of new RecordReader(fs, join(ROOT, 's')).read(entries())) {
    read.push(seq)
    if (seq !== 1) continue
    await fs.rename(recordsPath('s'), join(ROOT, 's', sealedName(1)))
    const log = await openLog(fs, 's')
    await log.append({ type: 'note', epoch: 0, dataText: '"plum"' })
    await log.close()
    index = await readIndex(fs, join(ROOT, 's'))
  }
  expect(read).toEqual([1, 7])
})

test('a reader who has read further than the journal goes waits for ever', async () => {
  const records = await reader()
  expect((await records.query({ after: 6 })).items).toEqual([])
  await expect(records.query({ after: 7 })).rejects.toMatchObject({
    code: 'invalid_cursor',
    message: expect.stringContaining('the last one is 6'),
  })
})

test('a record that is not there is answered by another', async () => {
  const records = await reader()
  expect(await records.record(1)).toMatchObject({ seq: 1, data: 'apple' })
  expect(await records.record(6)).toMatchObject({ seq: 6, data: 'pears' })
  for (const seq of [0, 7]) await expect(records.record(seq)).rejects.toMatchObject({ code: 'not_found' })
})

test('of a session without records one is asked for, or an error names one', async () => {
  const records = new RecordReader(new MemoryFs(), join(ROOT, 's'))
  const none = { total: 0, items: [], gaps: [], truncated: false }
  expect([await records.query(), await records.query({ after: 0 })]).toEqual([none, none])
  await expect(records.query({ after: 1 })).rejects.toMatchObject({ message: expect.stringContaining('last one is 0') })
})
