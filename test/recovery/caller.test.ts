import { describe, expect, test } from 'vitest'
import { Caller, type Parting } from '../../src/recovery/calls/caller.ts'
import { ManualClock } from './manual-clock.ts'

const never = new Promise<never>(() => undefined)
const partings: readonly [Parting, number][] = [
  ['at once', 0],
  ['a moment', 1],
]

/** How many timers a caller who gives up, before he waits or while he does, waits for. */
async function leaving(work: Promise<unknown>, parting: Parting, isBefore: boolean): Promise<number> {
  const controller = new AbortController()
  const clock = new ManualClock()
  let [timers, running] = [0, 0]
  const after = (ms: number, run: () => void): (() => void) => {
    expect(ms).toBe(250)
    timers += 1
    running += 1
    const callOff = clock.after(ms, run)
    return () => {
      running -= 1
      callOff()
    }
  }
  const caller = new Caller({ now: () => clock.now(), after }, controller.signal)
  if (isBefore) controller.abort()
  const waited = caller.waitFor(work, parting)
  controller.abort()
  await clock.runUntil(waited).finally(() => expect(running).toBe(0))
  return timers
}

describe.each([
  ['before he waits', true],
  ['while he waits', false],
])('a caller who gives up %s', (_when, isBefore) => {
  test.each(partings)('waits for ever for work without an end, or not %s', async (parting, timers) => {
    expect(await leaving(never, parting, isBefore)).toBe(timers)
  })

  test('is not told what the work that ends in a moment has come to', async () => {
    await expect(leaving(Promise.reject(new Error('no disk')), 'a moment', isBefore)).rejects.toThrow('no disk')
  })
})

test.each([undefined, null, new AbortController().signal])(
  'a caller who stays goes without the work, or does not hear of its failure (%s)',
  async (signal) => {
    const caller = new Caller(new ManualClock(), signal)
    let isDone = false
    await caller.waitFor(
      new Promise(setImmediate).then(() => (isDone = true)),
      'at once',
    )
    expect([isDone, caller.hasLeft]).toEqual([true, false])
    await expect(caller.waitFor(Promise.reject(new Error('no disk')), 'at once')).rejects.toThrow('no disk')
    await caller.settled
  },
)

test('all is settled before the work that was left goes to its end', async () => {
  const caller = new Caller(new ManualClock(), AbortSignal.abort())
  const ended: string[] = []
  const works = [1, 2].map(() => Promise.withResolvers<void>())
  for (const { promise } of works) await caller.waitFor(promise, 'at once')
  const settled = caller.settled.then(() => ended.push('all'))
  for (const [index, { resolve }] of works.toReversed().entries()) {
    await new Promise(setImmediate)
    ended.push(`${index}`)
    resolve()
  }
  await settled
  expect([caller.hasLeft, ended]).toEqual([true, ['0', '1', 'all']])
})
