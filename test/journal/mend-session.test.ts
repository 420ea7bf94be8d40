import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Finding, lookAtSession } from '../../src/journal/mend-session.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { now, recordsPath, recoverOne, ROOT, writeSession } from './sample-session.ts'

const folder = join(ROOT, 's')
const apply = { apply: true } as const

function look(fs: MemoryFs, acknowledge = false): Promise<Finding> {
  return lookAtSession('s', folder, { fs, now, mode: 'salvage', acknowledge, status: 'stopped' })
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
