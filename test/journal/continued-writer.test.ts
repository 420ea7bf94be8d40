import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FaultFs } from '../files/fault-fs.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { seeds } from '../seeds.ts'
import { raceWriters } from './race-writers.ts'
import { now, recoverOne, ROOT } from './sample-session.ts'
import { HOUR, texts, works, Writer } from './stopped-writers.ts'

describe.each(Object.keys(works))('%s, stopped before any call of the system', (work) => {
  test.each(['closes segments', 'compacts'])(
    'and continued while its successor %s, lets that fail or takes what it was told to be durable (I8, I15)',
    async (rival) => {
      const wrong: unknown[] = []
      for (const seed of seeds(60))
        wrong.push(...(await raceWriters(work, rival, 1 + ((seed * 37) % 67), 1 + ((seed * 101) % 173))))
      expect(wrong).toEqual([])
    },
  )
})

test.each([[], ['first']])(
  'a writer that was overtaken before its first record writes into the file of its successor, which then fails (I15) %j',
  async (...firsts) => {
    const fs = new MemoryFs()
    const told: string[] = []
    let hours = 0
    const [own, next] = [0, 1].map(() => new Writer(fs, () => now() + hours * HOUR, told))
    await own!.open()
    await own!.append('t')
    await own!.log!.close()
    await own!.open()
    hours += 1
    await next!.open()
    await next!.append(...firsts)
    await expect(own!.append('late')).rejects.toMatchObject({ code: 'fenced' })
    await next!.append('second')
    expect(told).toEqual(['t', ...firsts, 'second'])
    await next!.log!.close()
    expect(await recoverOne(fs, 's')).toMatchObject({
      state: 'clean',
      records: told.length,
      gaps: [],
      quarantinedBytes: 0,
    })
  },
)

const derived = ['index.ndjson', 'manifest.json'] as const
const derivedOf = (fs: MemoryFs): unknown[] => derived.map((name) => fs.text(join(ROOT, 's', name)))

test.each<[string, (typeof derived)[number], (own: Writer, fs: MemoryFs) => Promise<unknown>]>([
  ['the end of a session', 'manifest.json', (own) => own.log!.close()],
  ['a compaction', 'index.ndjson', (own) => own.compact()],
  ['a compaction', 'manifest.json', (own) => own.compact()],
  ...derived.map((name): [string, typeof name, (own: Writer, fs: MemoryFs) => Promise<unknown>] => [
    'a recovery',
    name,
    async (own, fs) => {
      await own.log!.close()
      await fs.unlink(join(ROOT, 's', name))
      await recoverOne(own.fs, 's', { now: own.now, apply: true })
    },
  ]),
])(
  '%s, stopped before it makes %s anew, puts an old one in the place of its successor’s (I13, I15)',
  async (_, name, work) => {
    const fs = new MemoryFs()
    const told: string[] = []
    let hours = 0
    let theirs: unknown[] | undefined
    let isArmed = false
    const clock = (): number => now() + hours * HOUR
    const next = new Writer(fs, clock, told)
    const slow = new FaultFs(undefined, fs)
    // Its look at what it is to replace: stopped any later it finds another file than it has seen.
    slow.stat = async (path) => {
      if (isArmed && path === join(ROOT, 's', name)) {
        isArmed = false
        hours += 1
        await next.open()
        await next.append(...texts('next', 6))
        await next.log!.close()
        theirs = derivedOf(fs)
      }
      return fs.stat(path)
    }
    const own = new Writer(slow, clock, told)
    await own.open()
    await own.append('t0', 't1')
    isArmed = true
    await work(own, fs).catch(() => undefined)
    expect([isArmed, theirs?.length, derivedOf(fs)]).toEqual([false, 2, theirs])
    expect(await recoverOne(fs, 's')).toMatchObject({ state: 'clean', gaps: [] })
  },
)
