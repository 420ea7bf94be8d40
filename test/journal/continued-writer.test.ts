import { describe, expect, test } from 'vitest'
import { MemoryFs } from '../files/memory-fs.ts'
import { seeds } from '../seeds.ts'
import { raceWriters } from './race-writers.ts'
import { now } from './sample-session.ts'
import { HOUR, works, Writer } from './stopped-writers.ts'

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

test('a writer that was overtaken before its first record writes into the file of its successor, which then fails (I15)', async () => {
  const fs = new MemoryFs()
  const told: string[] = []
  let hours = 0
  const [own, next] = [0, 1].map(() => new Writer(fs, () => now() + hours * HOUR, told))
  await own!.open()
  hours += 1
  await next!.open()
  await next!.append('first')
  await expect(own!.append('late')).rejects.toMatchObject({ code: 'fenced' })
  await next!.append('second')
  expect(told).toEqual(['first', 'second'])
})
