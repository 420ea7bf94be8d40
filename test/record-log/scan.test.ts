import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lineContains } from '../../src/record-log/line-contains.ts'
import { scanRecordLog } from '../../src/record-log/scan-record-log.ts'
import { linesOf, rebuilt, sampleRecords, scanBytes } from './sample-log.ts'
import { tempFolder } from '../files/temp-folder.ts'

const records = sampleRecords(64)
const log = Buffer.concat(linesOf(records))
const two = Buffer.from('{"a":1}\n{"b":2}\n')

test('a healthy log loses a record or shows damage', () => {
  const { records: found, summary } = scanBytes(log)
  expect(found).toEqual(records)
  expect(summary).toMatchObject({ lines: 64, records: 64, damaged: 0, salvaged: 0, bytes: log.length, endingBytes: 64 })
})

test('the entries depend on how the input is cut into chunks', () => {
  const damaged = Buffer.concat([
    log.subarray(0, 900),
    Buffer.alloc(5),
    log.subarray(700, 3000),
    Buffer.from('{"x":1}{"y":2}\r\n\n'),
  ])
  const whole = scanBytes(damaged)
  for (const size of [1, 2, 3, 7, 64, 1000]) {
    const { entries, summary } = scanBytes(damaged, {}, size)
    expect(summary).toEqual(whole.summary)
    expect(entries.map((entry) => ({ ...entry, bytes: Buffer.from(entry.bytes) }))).toEqual(
      whole.entries.map((entry) => ({ ...entry, bytes: Buffer.from(entry.bytes) })),
    )
  }
})

test('U+2028, U+0085 or a lone CR ends a line', () => {
  const bytes = Buffer.from('{"a":"x\u2028y\u0085z"}\n{"b":1}\r{"c":2}\n')
  const { entries } = scanBytes(bytes)
  expect(entries.map((entry) => [entry.kind, entry.line])).toEqual([
    ['record', 1],
    ['record', 2],
    ['blank', 2],
    ['record', 2],
  ])
})

test('CRLF is taken for content or is not written down', () => {
  const { entries, summary } = scanBytes(Buffer.concat(linesOf(records, '\r\n')))
  expect(
    entries.every((entry) => entry.kind === 'record' && entry.ending === 'crlf' && entry.bytes.at(-1) === 0x7d),
  ).toBe(true)
  expect(summary).toMatchObject({ crlf: 64, endingBytes: 128, records: 64 })
})

test('a byte order mark costs the first record', () => {
  const { entries, summary, records: found } = scanBytes(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), log]))
  expect(found).toEqual(records)
  expect(entries[0]).toMatchObject({ kind: 'blank', what: 'bom', ending: 'glued' })
  expect(entries[1]).toMatchObject({ kind: 'record', offset: 3, salvaged: false })
  expect(summary.bomBytes).toBe(3)
})

test('blank lines count as damage', () => {
  const { damage, summary } = scanBytes(Buffer.from('\n  \n{"a":1}\n\r\n\t\n'))
  expect(damage).toEqual([])
  expect(summary).toMatchObject({ records: 1, blankBytes: 3, endingBytes: 6, lines: 5 })
})

test('a last line without line feed is lost', () => {
  expect(scanBytes(log.subarray(0, -1)).entries.at(-1)).toMatchObject({
    kind: 'record',
    ending: 'none',
    value: records[63],
  })
})

test('an empty input is not an empty log', () => {
  expect(scanBytes(Buffer.alloc(0))).toMatchObject({ entries: [], summary: { bytes: 0, lines: 0 } })
})

test.each(['123', '"text"', '[1,2]', 'null', 'true'])('the line %s, which is no object, comes as a record', (line) => {
  const { damage, records: found } = scanBytes(Buffer.from(`${line}\n{"a":1}\n`))
  expect(damage).toEqual(['not_object'])
  expect(found).toEqual([{ a: 1 }])
})

test('the offset of an entry does not point at its bytes', () => {
  const bytes = Buffer.concat([log.subarray(0, 500), Buffer.from('\n'), log])
  for (const entry of scanBytes(bytes, {}, 37).entries)
    expect(Buffer.from(entry.bytes).equals(bytes.subarray(entry.offset, entry.offset + entry.bytes.length))).toBe(true)
})

test('a prefilter loses bytes from the account, or a match at the edge of a chunk', () => {
  for (const size of [1, 5, 100, 4096, log.length]) {
    const { records: found, summary, entries } = scanBytes(log, { prefilter: lineContains('"uuid":"u4') }, size)
    for (const { offset, bytes } of entries)
      expect(log.subarray(offset, offset + bytes.length).equals(bytes)).toBe(true)
    expect(found.map((record) => record['uuid'])).toEqual([
      'u4',
      'u40',
      'u41',
      'u42',
      'u43',
      'u44',
      'u45',
      'u46',
      'u47',
      'u48',
      'u49',
    ])
    expect(summary).toMatchObject({ skipped: 53, records: 11, bytes: log.length })
  }
})

test.each([' ', '\t', '\r', ''])(
  'a line of %j and nothing else is skipped, or counted with those that are',
  (space) => {
    const { summary } = scanBytes(Buffer.from(`${space}${space}\t\n`), { prefilter: () => false })
    expect(summary).toMatchObject({ skipped: 0, skippedBytes: 0, blankBytes: 2 * space.length + 1 })
  },
)

test('a match at the first or the last byte of a chunk is none', () => {
  for (const needle of ['{"a":1}', '{', '}'])
    expect(scanBytes(Buffer.from('{"a":1}'), { prefilter: lineContains(needle) }).records).toEqual([{ a: 1 }])
  expect(scanBytes(two, { prefilter: lineContains('1}\n') }).records).toEqual([])
})

test('a line above the limit takes its neighbours with it or is lost itself', () => {
  const long = Buffer.from(JSON.stringify({ long: 'x'.repeat(5000) }))
  const bytes = Buffer.concat([two, long, Buffer.from('\r\n'), two])
  for (const size of [1, 999, bytes.length]) {
    const { entries, records: found, summary } = scanBytes(bytes, { maxLineBytes: 1000 }, size)
    expect(found).toEqual([{ a: 1 }, { b: 2 }, { a: 1 }, { b: 2 }])
    expect(rebuilt(entries).equals(bytes)).toBe(true)
    expect(summary.damage).toEqual({ line_too_long: 6 })
    expect(summary.lines).toBe(5)
  }
})

test('a line exactly as long as the limit is refused', () => {
  for (const ending of ['\n', '\r\n', '']) {
    const bytes = Buffer.from(JSON.stringify({ long: 'x'.repeat(100) }) + ending)
    const length = bytes.length - ending.length
    for (const size of [1, 50, 1000]) {
      expect(scanBytes(bytes, { maxLineBytes: length }, size).records).toHaveLength(1)
      expect(scanBytes(bytes, { maxLineBytes: length - 1 }, size).summary.damage).toEqual({ line_too_long: 2 })
    }
  }
})

test('a line of 30 MB that spans many chunks is torn', async () => {
  const folder = tempFolder()
  const path = join(folder, 'long.jsonl')
  const text = 'x→'.repeat(8 * 1024 * 1024)
  writeFileSync(path, `${JSON.stringify({ a: 1 })}\n${JSON.stringify({ text })}\n${JSON.stringify({ b: 2 })}\n`)
  const scan = scanRecordLog(path)
  const texts: unknown[] = []
  for await (const entry of scan) texts.push(entry.kind === 'record' && entry.value['text'])
  expect(texts.length === 3 && texts[1] === text).toBe(true)
  expect(scan.summary.bytes).toBeGreaterThan(30_000_000)
})

test('scans that write over their chunks, one beside another or after one that stopped, read other entries', async () => {
  const folder = tempFolder()
  const path = join(folder, 'log.jsonl')
  const line = (index: number): string => JSON.stringify({ index, text: 'x→'.repeat((index * 37) % 900) })
  const lines = Array.from({ length: 1500 }, (_, index) => (index % 50 === 7 ? line(index).slice(0, -3) : line(index)))
  writeFileSync(path, lines.join('\n'))
  const read = async (isTransient: boolean): Promise<readonly unknown[]> => {
    const found: unknown[] = []
    for await (const entry of scanRecordLog(path, { isTransient }))
      found.push({ ...entry, bytes: Buffer.from(entry.bytes).toString('latin1') })
    return found
  }
  const wanted = await read(false)
  expect(statSync(path).size).toBeGreaterThan(3 * 512 * 1024)
  for await (const { line: at } of scanRecordLog(path, { isTransient: true })) if (at === 700) break
  for (const found of await Promise.all([read(true), read(true)])) expect(found).toEqual(wanted)
  expect(await read(true)).toEqual(wanted)
})

test('a missing file looks like an empty log', async () => {
  await expect(async () => {
    for await (const _ of scanRecordLog('/nonexistent/log.jsonl')) expect.unreachable()
  }).rejects.toMatchObject({ name: 'RecordLogError', code: 'unreadable', cause: { code: 'ENOENT' } })
})

test('a reader that stops early keeps the file open', async () => {
  let closed = false
  async function* source(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield two
    } finally {
      closed = true
    }
  }
  for await (const entry of scanRecordLog(source())) if (entry.line === 2) break
  expect(closed).toBe(true)
})
