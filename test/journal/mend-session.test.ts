import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Gap } from '../../src/journal/chain.ts'
import { examineSession, type RecoveryMode } from '../../src/journal/examine-session.ts'
import { type Finding, lookAtSession } from '../../src/journal/mend-session.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { now, openLog, recordsPath, recoverOne, ROOT, writeSession } from './sample-session.ts'

const folder = join(ROOT, 's')
const apply = { apply: true } as const

function look(fs: MemoryFs, acknowledge = false, mode: RecoveryMode = 'salvage'): Promise<Finding> {
  return lookAtSession('s', folder, { fs, now, mode, acknowledge, status: 'stopped' })
}

/** Damages the lines of a session's records. */
function edit(fs: MemoryFs, change: (lines: string[]) => string): void {
  const path = recordsPath('s')
  fs.put(path, change(fs.text(path)!.split('\n').slice(0, -1)))
}

const lines = (kept: readonly string[]): string => `${kept.join('\n')}\n`
const withoutMiddle = (fs: MemoryFs): void => edit(fs, ([first, , last]) => lines([first!, last!]))

/** Everything is in order again, but nobody has written down that a record is missing. */
async function forgetLoss(fs: MemoryFs): Promise<void> {
  withoutMiddle(fs)
  await recoverOne(fs, 's', apply)
  await fs.unlink(join(folder, 'quarantine', 'losses.ndjson'))
}

describe('a recovery', () => {
  type Row = readonly [name: string, harm: (fs: MemoryFs) => unknown, isDamaged: boolean, isWorkLeft: boolean]
  const rows: readonly Row[] = [
    ['no damage', () => {}, false, false],
    ['a torn tail', (fs) => edit(fs, (all) => `${lines(all)}{"bad": `), true, true],
    ['a torn first line', (fs) => edit(fs, ([first, ...rest]) => lines([first!.slice(9), ...rest])), true, true],
    ['a last line without its end', (fs) => edit(fs, (all) => all.join('\n')), true, true],
    ['a lost manifest', (fs) => fs.unlink(join(folder, 'manifest.json')), false, true],
    ['a record that is not there', withoutMiddle, false, true],
    ['a known loss that was forgotten', forgetLoss, false, true],
  ]
  test.each(rows)(
    'of a session with %s has work where there is none, or none where there is',
    async (_, harm, isDamaged, isWorkLeft) => {
      const fs = new MemoryFs()
      await writeSession(fs, 's', ['one', 'two', 'three'])
      await harm(fs)
      const before = fs.paths().map((path) => [path, fs.text(path)])
      expect(await look(fs)).toMatchObject({ isDamaged, isWorkLeft })
      expect(fs.paths().map((path) => [path, fs.text(path)])).toEqual(before)
      await recoverOne(fs, 's', apply)
      expect(await look(fs)).toMatchObject({ isDamaged: false, isWorkLeft: false })
    },
  )
  test('there are no rows', () => expect(rows).toHaveLength(7))
})

describe('a look at a session', () => {
  type Found = readonly [records: number, tail: number, aside: number, gaps: readonly Gap[], isUnterminated: boolean]
  type Row = readonly [records: (all: readonly [string, string, string, string]) => string, Found, RecoveryMode?]
  const lost = [{ after: 3 }]
  const rows: Readonly<Record<string, Row>> = {
    'four records': [(all) => lines(all), [4, 0, 0, [], false]],
    nothing: [() => '', [0, 0, 0, [], false]],
    'a blank line': [() => '\n', [0, 0, 0, [], false]],
    'damage alone': [() => 'damage\n', [0, 7, 7, [{ after: 0 }], false]],
    'one byte at the end': [(all) => `${lines(all)}x`, [4, 1, 1, [], false]],
    'a last line without its end': [(all) => all.join('\n'), [4, 0, 0, [], true]],
    'damage on the last line': [(all) => `${all.join('\n')}x\n`, [4, 2, 2, [{ after: 4 }], true]],
    'zero bytes at the end': [(all) => `${lines(all)}\0\0\n`, [4, 3, 3, [], false]],
    'a torn write with zero bytes behind': [(all) => `${lines(all)}{"torn\0`, [4, 7, 7, [], false]],
    'a last record that is damaged': [([a, b, c]) => `${lines([a, b, c])}damage\n`, [3, 7, 7, lost, false]],
    'two losses': [([a, , c]) => `${lines([a, c])}damage\n`, [2, 7, 7, [{ after: 1, before: 3 }, ...lost], false]],
    'damage in the middle': [([a, b, c, d]) => `${lines([a, b])}damage\n${lines([c, d])}`, [4, 0, 7, [], false]],
    'damage, of which all behind it goes': [
      ([a, b, c, d]) => `${lines([a, b])}damage\n${lines([c, d])}`,
      [2, 244, 244, [{ after: 2 }], false],
      'point_in_time',
    ],
  }
  test.each(Object.entries(rows))('finds something else in %s', async (_, [content, found, mode]) => {
    const fs = new MemoryFs()
    await writeSession(fs, 's', ['one', 'two', 'three', 'four'])
    const [a = '', b = '', c = '', d = ''] = fs.text(recordsPath('s'))!.split('\n')
    fs.put(recordsPath('s'), content([a, b, c, d]))
    const { chain, segments, gaps, ...bytes } = await examineSession(fs, folder, mode)
    const isUnterminated = segments.some((segment) => segment.isUnterminated)
    expect([chain.records, bytes.droppedTailBytes, bytes.setAsideBytes, gaps, isUnterminated]).toEqual(found)
    if (mode !== undefined) return
    await recoverOne(fs, 's', apply)
    expect(fs.text(recordsPath('s'))).toMatch(/^(.*\n)*$/)
  })
  test('there are no rows', () => expect(Object.keys(rows)).toHaveLength(13))
})

test('a loss that is known is work again, or cannot be acknowledged, or is acknowledged twice', async () => {
  const fs = new MemoryFs()
  await writeSession(fs, 's', ['one', 'two', 'three'])
  withoutMiddle(fs)
  expect(await recoverOne(fs, 's', apply)).toMatchObject({ state: 'needs_review' })
  expect([(await look(fs)).isWorkLeft, (await look(fs, true)).isWorkLeft]).toEqual([false, true])
  expect(await recoverOne(fs, 's', { ...apply, acknowledge: true })).toMatchObject({ state: 'clean' })
  const kept = fs
    .text(join(folder, 'quarantine', 'losses.ndjson'))!
    .trimEnd()
    .split('\n')
  expect(kept.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { seq: 1, type: 'loss', epoch: 0, token: 0, at: now() },
    { seq: 2, type: 'acknowledged', epoch: 0, token: 0, at: now() },
  ])
  expect((await look(fs, true)).isWorkLeft).toBe(false)
})

describe('a mode', () => {
  const tornTail = (fs: MemoryFs): void => edit(fs, (all) => `${lines(all)}{"bad": `)
  const tornInside = (fs: MemoryFs): void =>
    edit(fs, ([first, second, ...rest]) => lines([first!, second!.slice(9), ...rest]))
  const both = (fs: MemoryFs): void => {
    edit(fs, ([first, ...rest]) => `${lines([first!, 'x', ...rest])}{"bad": `)
  }
  type Row = readonly [name: string, harm: (fs: MemoryFs) => unknown, mending: readonly RecoveryMode[]]
  const modes: readonly RecoveryMode[] = ['salvage', 'point_in_time', 'tail', 'absolute']
  const rows: readonly Row[] = [
    ['no damage', () => undefined, modes],
    ['a torn tail', tornTail, ['salvage', 'point_in_time', 'tail']],
    ['a torn record inside', tornInside, ['salvage', 'point_in_time']],
    ['a strange line inside and a torn tail', both, ['salvage', 'point_in_time']],
    ['a record that is not there', withoutMiddle, ['salvage', 'point_in_time']],
  ]
  test.each(rows)('mends more or less than it says, of a session with %s', async (_, harm, mending) => {
    const fs = new MemoryFs()
    await writeSession(fs, 's', ['one', 'two', 'three'])
    await harm(fs)
    const outcomes = await Promise.all(
      modes.map((mode) =>
        look(fs, false, mode).then(
          () => mode,
          (cause: { code: string }) => cause.code,
        ),
      ),
    )
    expect(outcomes).toEqual(modes.map((mode) => (mending.includes(mode) ? mode : 'damaged')))
  })
  test('has no rows', () => expect(rows).toHaveLength(5))
})

test.each([
  ['manifest.json', 'missing_records'],
  ['index.ndjson', 'missing_records'],
  ['other', 'empty'],
])('a folder that holds %s alone is taken for another one', async (name, outcome) => {
  const fs = new MemoryFs()
  fs.put(join(folder, name), '')
  const found = look(fs).then(
    ({ examined }) => (examined.segments.length === 0 ? 'empty' : 'records'),
    (cause: { code: string }) => cause.code,
  )
  expect(await found).toBe(outcome)
})

test('tokens begin anew where the claims of a session were removed by hand, or a claim is left behind', async () => {
  const fs = new MemoryFs()
  for (let writer = 1; writer <= 3; writer += 1) {
    const log = await openLog(fs, 's')
    expect(log.token).toBe(writer)
    await log.append({ type: 'note', epoch: 0, dataText: '1' })
    await log.close()
  }
  const claims = (): string[] => fs.paths().filter((path) => /claim|writer/.test(path))
  expect(claims()).toHaveLength(1)
  for (const path of claims()) await fs.unlink(path)
  const open = fs.open.bind(fs)
  fs.open = async (path, flags, mode) => {
    const file = await open(path, flags, mode)
    if (!path.endsWith('/writer.1.json')) return file
    const { write } = file
    // The claim that is given back is on its way for a while.
    const slowly = async (bytes: Uint8Array): Promise<number> => {
      await new Promise(setImmediate)
      return write.call(file, bytes)
    }
    return Object.assign(file, { write: slowly })
  }
  const log = await openLog(fs, 's')
  expect(log.token).toBe(4)
  await log.append({ type: 'note', epoch: 0, dataText: '2' })
  await log.close()
  expect(claims()).toHaveLength(1)
  const next = await openLog(fs, 's')
  expect(next.token).toBe(5)
  await next.close()
})

test('a last line without its end is overlooked because the segments before it are whole', async () => {
  const fs = new MemoryFs()
  await writeSession(fs, 's', ['one', 'two', 'three'], { segmentBytes: 1 })
  expect(await look(fs)).toMatchObject({ isDamaged: false, isWorkLeft: false })
  edit(fs, (all) => all.join('\n'))
  expect(await look(fs)).toMatchObject({ isDamaged: true, isWorkLeft: true })
  await recoverOne(fs, 's', apply)
  expect(fs.text(recordsPath('s'))).toMatch(/\n$/)
})
