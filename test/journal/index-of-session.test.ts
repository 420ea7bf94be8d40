import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { IndexFile } from '../../src/journal/index-file.ts'
import { indexLine, parseIndexLine } from '../../src/journal/index-entry.ts'
import { listSegments } from '../../src/journal/list-segments.ts'
import { readIndex } from '../../src/journal/read-index.ts'
import { sealedName } from '../../src/journal/segments.ts'
import { crc32c } from '../../src/record-log/crc32c.ts'
import { lateFs } from '../files/late-fs.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { recordsPath, ROOT, writeSession } from './sample-session.ts'

describe('an index', () => {
  const folder = join(ROOT, 's')
  const index = join(folder, 'index.ndjson')
  const texts = Array.from({ length: 12 }, (_, at) => `text ${at}`)

  /** Which lines stay, by the number of their record and of the first one of their segment; `last` is that of the active segment. */
  type Kept = (seq: number, first: number, last: number) => boolean
  test.each<[string, Kept, opens: number]>([
    ['that is whole', () => true, 0],
    ['without its first line', (seq) => seq > 1, 1],
    ['without its first segment', (_, first) => first > 1, 1],
    ['without all but its last segment', (_, first, last) => first === last, 1],
    ['with the first segment alone', (_, first) => first === 1, 4],
    ['without the second record', (seq) => seq !== 2, 1],
    ['without the last record of the first segment', (seq) => seq !== 3, 1],
    ['without a segment in the middle', (_, first) => first !== 4, 1],
    ['without its last line', (seq) => seq < 12, 0],
    ['without any', () => false, 1],
  ])('%s hides a record, or is read in vain (I13)', async (_, kept, opens) => {
    const fs = new MemoryFs()
    await writeSession(fs, 's', texts, { segmentBytes: 350 })
    const whole = await readIndex(fs, folder)
    const firsts = [...new Set(whole.map(({ segment }) => segment))]
    expect([whole.map(({ seq }) => seq), firsts.slice(0, 2)]).toEqual([texts.map((_text, at) => at + 1), [1, 4]])
    const lines = whole.filter(({ seq, segment }) => kept(seq, segment, firsts.at(-1)!)).map(indexLine)
    fs.put(index, lines.join(''))
    const opened: string[] = []
    const open = fs.open.bind(fs)
    fs.open = async (path, ...rest) => (opened.push(path), open(path, ...rest))
    expect(await readIndex(fs, folder)).toEqual(whole)
    // What it covers is not read again; where it ends, its last record is compared, and what follows is read.
    expect(opened.filter((path) => path === join(folder, sealedName(1)))).toHaveLength(opens)
  })

  test('of a session with other files beside its records counts them', async () => {
    const fs = new MemoryFs()
    await writeSession(fs, 's', texts, { segmentBytes: 350 })
    const names = (await listSegments(fs, folder)).map(({ name }) => name)
    for (const name of ['x.', '', 'records.0', 'records.'])
      fs.put(join(folder, `${name}${sealedName(1)}${name === '' ? '.old' : ''}`), 'x\n')
    fs.put(join(folder, 'records.ndjson.old'), 'x\n')
    expect((await listSegments(fs, folder)).map(({ name }) => name)).toEqual(names)
  })

  test('is written line by line, or nobody waits for what was gathered', async () => {
    const disk = new MemoryFs()
    disk.put(recordsPath('s'), '')
    const { fs, underWay } = lateFs(disk)
    const file = new IndexFile(fs, folder, 0)
    const entry = { seq: 1, type: 'note', epoch: 0, at: 5, crc: '00000000', segment: 1, offset: 0, length: 9 }
    const line = indexLine(entry)
    const most = Math.ceil(65536 / line.length)
    for (let count = 1; count < most; count += 1) await file.add(entry)
    expect(disk.text(index)).toBeUndefined()
    await file.add(entry)
    expect([underWay(), disk.text(index)]).toEqual([0, line.repeat(most)])
    await file.add(entry)
    expect([await file.flush(), disk.text(index)]).toEqual([true, line.repeat(most + 1)])
    // Who else has written to it is not written behind.
    await file.add(entry)
    disk.put(index, line)
    expect([await file.flush(), await file.flush(), disk.text(index)]).toEqual([false, false, line])
  })
})

test('a line of an index is believed with something before or behind it', () => {
  const entry = { seq: 1, type: 'note', epoch: 0, at: -5, crc: '00000000', segment: 1, offset: 0, length: 9 }
  const body = indexLine(entry).slice(0, -',"check":"00000000"}\n'.length)
  const checked = (text: string): string =>
    `${text},"check":"${crc32c(Buffer.from(text, 'latin1')).toString(16).padStart(8, '0')}"}`
  const parsed = [body, ` ${body}`, `${body} `].map((text) => parseIndexLine(checked(text)))
  expect(parsed).toEqual([entry, undefined, undefined])
  expect(indexLine(entry).slice(-12)).toBe('"43789ea0"}\n')
  const checks = Array.from({ length: 64 }, (_, offset) => indexLine({ ...entry, offset: offset + 100 }).slice(-12, -3))
  expect(checks.filter((check) => /^"0[0-9a-f]{7}$/.test(check)).length).toBeGreaterThan(0)
  expect(checks.every((check) => /^"[0-9a-f]{8}$/.test(check))).toBe(true)
})
