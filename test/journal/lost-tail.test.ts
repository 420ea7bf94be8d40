import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MemoryFs } from '../files/memory-fs.ts'
import { openLog, readTexts, recordsPath, recoverOne, ROOT, writeSession } from './sample-session.ts'

const apply = { apply: true } as const
const index = join(ROOT, 's', 'index.ndjson')
const manifest = join(ROOT, 's', 'manifest.json')

/** Four records, of which the first `kept` are there, with `tail` behind them. */
async function cut(kept: number, tail = ''): Promise<MemoryFs> {
  const fs = new MemoryFs()
  await writeSession(fs, 's', ['one', 'two', 'three', 'four'])
  const lines = fs.text(recordsPath('s'))!.split('\n').slice(0, kept)
  fs.put(recordsPath('s'), lines.map((line) => `${line}\n`).join('') + tail)
  return fs
}

const review = (after: number): object => ({ state: 'needs_review', records: after, gaps: [{ after }] })

test.each([0, 1, 3])(
  'a journal cut behind record %i is called whole, although its index names the others',
  async (kept) => {
    const fs = await cut(kept)
    expect(await recoverOne(fs, 's')).toMatchObject(review(kept))
    expect(await recoverOne(fs, 's', apply)).toMatchObject(review(kept))
    // The index is that of the records again: the history tells.
    expect(await recoverOne(fs, 's', apply)).toMatchObject(review(kept))
    expect(await recoverOne(fs, 's', { acknowledge: true })).toMatchObject({ state: 'clean', gaps: [] })
  },
)

test.each([
  [3, '{"seq":4,"ty'],
  [2, '{"seq":3,"ty'],
  [3, '\0\0\0\0'],
  [1, '\0\0\0\0'],
] as const)(
  '%i records and a torn %j are called recovered, although the index names the next one',
  async (kept, tail) => {
    expect(await recoverOne(await cut(kept, tail), 's', apply)).toMatchObject(review(kept))
  },
)

test.each(['{"seq":5,"ty', '\0\0\0\0'])('a torn %j behind all that was acknowledged is called a loss', async (tail) => {
  expect(await recoverOne(await cut(4, tail), 's', apply)).toMatchObject({ state: 'recovered', records: 4, gaps: [] })
})

test('a writer that goes on behind a lost end makes the loss vanish', async () => {
  const fs = await cut(2)
  const log = await openLog(fs, 's')
  await log.append({ type: 'note', epoch: 0, dataText: '"on"' })
  await log.close()
  expect(await readTexts(fs, 's')).toEqual(['one', 'two', 'on'])
  expect(await recoverOne(fs, 's', apply)).toMatchObject({ state: 'needs_review', records: 3, gaps: [{ after: 2 }] })
})

test.each<[string, (fs: MemoryFs) => Promise<void> | void]>([
  [
    'of another session',
    async (fs) => {
      await writeSession(fs, 'other', ['a', 'b', 'c', 'd', 'e'])
      fs.put(index, fs.text(join(ROOT, 'other', 'index.ndjson'))!)
    },
  ],
  ['with lines that prove nothing', (fs) => fs.put(index, fs.text(index)!.replace(/"crc":"./g, '"crc":"-'))],
  ['that is gone', (fs) => fs.unlink(index)],
])('an index %s is believed', async (_, change) => {
  const fs = await cut(2)
  await change(fs)
  await fs.unlink(manifest)
  expect(await recoverOne(fs, 's', apply)).toMatchObject({ state: 'clean', records: 2, gaps: [] })
})

test('the strictest mode mends a journal whose end is lost, or the one for tails refuses it', async () => {
  expect(await recoverOne(await cut(2), 's', { mode: 'absolute' })).toMatchObject({ error: { code: 'damaged' } })
  for (const mode of ['salvage', 'tail', 'point_in_time'] as const)
    expect(await recoverOne(await cut(2), 's', { mode })).toMatchObject(review(2))
})

test('a loss that the records show is told twice', async () => {
  const fs = await cut(2, 'damage\n')
  expect(await recoverOne(fs, 's', apply)).toMatchObject({ gaps: [{ after: 2 }] })
  const [first] = fs.text(join(ROOT, 's', 'quarantine', 'losses.ndjson'))!.split('\n')
  expect(JSON.parse(first!)).toMatchObject({ data: { gaps: [{ after: 2 }] } })
})

test('a lost end of which only the manifest tells is forgotten', async () => {
  const fs = await cut(2)
  await fs.unlink(index)
  expect(await recoverOne(fs, 's', apply)).toMatchObject(review(2))
})

test.each<[string, (text: string) => string]>([
  ['of another session', (text) => text.replace('"sessionID": "s"', '"sessionID": "t"')],
  ['of another format', (text) => text.replace('journal/1', 'journal/0')],
  ['whose number was damaged', (text) => text.replace('"lastSeq": 4', '"lastSeq": "4"')],
  ['whose epoch was damaged', (text) => text.replace('"epoch": 0', '"epoch": null')],
])('a manifest %s is believed', async (_, change) => {
  const fs = await cut(2)
  await fs.unlink(index)
  fs.put(manifest, change(fs.text(manifest)!))
  expect(await recoverOne(fs, 's', apply)).toMatchObject({ state: 'clean', gaps: [] })
})

test('a manifest with one wrong number makes whole records incomplete', async () => {
  const fs = new MemoryFs()
  await writeSession(fs, 's', ['one', 'two'])
  for (const [from, to] of [
    ['"lastSeq": 2', '"lastSeq": 7'],
    ['"bytes": ', '"bytes": 1'],
  ] as const) {
    const right = fs.text(manifest)!
    fs.put(manifest, right.replace(from, to))
    expect(await recoverOne(fs, 's')).toMatchObject({ state: 'clean', gaps: [] })
    fs.put(manifest, right)
  }
})

const lose = (fs: MemoryFs, kept: number, tail = ''): void => {
  const lines = fs.text(recordsPath('s'))!.split('\n').slice(0, kept)
  fs.put(recordsPath('s'), lines.map((line) => `${line}\n`).join('') + tail)
}

async function goOn(fs: MemoryFs, ...texts: readonly string[]): Promise<void> {
  const log = await openLog(fs, 's')
  for (const text of texts) await log.append({ type: 'note', epoch: 0, dataText: JSON.stringify(text) })
  await log.close()
}

test.each([0, 1, 2])(
  'records that took the numbers of a lost end behind %i are lost themselves, and nobody is told since the first loss was acknowledged',
  async (kept) => {
    const fs = await cut(kept)
    // Behind none at all nothing is written before a person has seen it.
    const isEmpty = kept === 0
    for (const round of [1, 2, 3]) {
      expect([round, await recoverOne(fs, 's', apply)]).toEqual([round, expect.objectContaining(review(kept))])
      expect([round, await recoverOne(fs, 's', apply)]).toEqual([round, expect.objectContaining(review(kept))])
      expect(await recoverOne(fs, 's', { acknowledge: true })).toMatchObject({ state: 'clean', gaps: [] })
      const losses = fs.text(join(ROOT, 's', 'quarantine', 'losses.ndjson'))!
      for (const again of [{}, apply, { acknowledge: true }])
        expect(await recoverOne(fs, 's', again)).toMatchObject({ state: 'clean', gaps: [] })
      expect(fs.text(join(ROOT, 's', 'quarantine', 'losses.ndjson'))).toBe(losses)
      if (isEmpty) return
      await goOn(fs, 'x', 'y', 'z')
      expect(await recoverOne(fs, 's')).toMatchObject({ state: 'clean', records: kept + 3 })
      lose(fs, kept, round === 2 ? '{"seq":3,"ty' : '')
    }
  },
)

test('a hole that is there since its acknowledgement is told anew, or one of the same numbers that took its place is not', async () => {
  const fs = await cut(4)
  const hole = { after: 2, before: 4 }
  const drop = (): void => fs.put(recordsPath('s'), fs.text(recordsPath('s'))!.split('\n').toSpliced(2, 1).join('\n'))
  for (const round of [1, 2]) {
    drop()
    expect([round, await recoverOne(fs, 's', apply)]).toMatchObject([round, { state: 'needs_review', gaps: [hole] }])
    expect(await recoverOne(fs, 's', { acknowledge: true })).toMatchObject({ state: 'clean', gaps: [] })
    await goOn(fs, 'more')
    expect(await recoverOne(fs, 's')).toMatchObject({ state: 'clean', gaps: [] })
    lose(fs, 1)
    expect(await recoverOne(fs, 's', { acknowledge: true })).toMatchObject({ state: 'clean', gaps: [] })
    await goOn(fs, 'two', 'three', 'four')
    expect(await recoverOne(fs, 's')).toMatchObject({ state: 'clean', gaps: [] })
  }
})

test('two losses behind the same record are one to who reads either file alone', async () => {
  const fs = await cut(2)
  const files = ['losses.ndjson', 'copy.losses.ndjson'].map((name) => join(ROOT, 's', 'quarantine', name))
  await recoverOne(fs, 's', { acknowledge: true })
  await goOn(fs, 'x')
  lose(fs, 2)
  await recoverOne(fs, 's', apply)
  for (const file of files) {
    const text = fs.text(file)!
    await fs.unlink(file)
    expect(await recoverOne(fs, 's')).toMatchObject(review(2))
    expect(await recoverOne(fs, 's', apply)).toMatchObject(review(2))
    fs.put(file, text)
  }
})

test.each([
  ['the losses', 'losses', 'a'],
  ['the index', 'index', 'wx'],
  ['the manifest', 'manifest', 'wx'],
])('an acknowledgement that fails at %s hides a loss, or tells it as two', async (_, name, flags) => {
  const fs = await cut(2)
  await recoverOne(fs, 's', apply)
  await goOn(fs, 'x')
  lose(fs, 2)
  const open = fs.open.bind(fs)
  fs.open = async (path, ...more) => {
    if (path.includes(name) && more[0] === flags) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    return open(path, ...more)
  }
  expect(await recoverOne(fs, 's', { acknowledge: true })).toMatchObject({
    state: 'failed',
    error: { code: 'no_space' },
  })
  fs.open = open
  expect(await recoverOne(fs, 's')).toMatchObject(review(2))
  expect(await recoverOne(fs, 's', { acknowledge: true })).toMatchObject({ state: 'clean', gaps: [] })
  expect(await recoverOne(fs, 's')).toMatchObject({ state: 'clean', gaps: [] })
  const told = fs.text(join(ROOT, 's', 'quarantine', 'losses.ndjson'))!
  expect(told.match(/"type":"loss"/g)).toHaveLength(1)
})
