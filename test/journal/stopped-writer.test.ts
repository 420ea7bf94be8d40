import { describe, expect, test } from 'vitest'
import { MemoryFs } from '../files/memory-fs.ts'
import { isTurn } from '../seeds.ts'
import { now } from './sample-session.ts'
import { HOUR, rivals, stopping, texts, works, Writer } from './stopped-writers.ts'

/** Records that are there before: where a segment ends is another place in each. */
const lengths = [3, 4, 5, 6].filter((length) => isTurn(length, 2))

describe.each(Object.keys(works))('%s, stopped before any call of the system and continued', (work) => {
  test.each(Object.keys(rivals))(
    'takes what its successor was told to be durable, which %s meanwhile (I8, I15)',
    async (rival) => {
      const lost: unknown[] = []
      for (const before of lengths)
        for (let at = 1; ; at += 1) {
          const fs = new MemoryFs()
          const told: string[] = []
          let hours = 0
          let calls = -Infinity
          const clock = (): number => now() + hours * HOUR
          const next = new Writer(fs, clock, told)
          const own = new Writer(
            stopping(fs, async () => {
              if ((calls += 1) !== at) return
              hours += 1
              try {
                await next.open()
              } catch {
                hours += 1
                await next.open()
              }
              await rivals[rival]!(next)
            }),
            clock,
            told,
          )
          await own.open()
          await own.append(...texts('t', before))
          await works[work]!.prepare?.(own, fs)
          calls = 0
          const end = await works[work]!.run(own).then(
            () => 'done',
            (cause: unknown) => String(cause),
          )
          if (calls < at) break
          calls = -Infinity
          // It goes on: what it is told now must stay, too.
          await next.append('more').catch(() => undefined)
          const reader = new Writer(fs, () => clock() + HOUR, told)
          const read = await reader.open().then(
            () => '',
            (cause: unknown) => String(cause),
          )
          const missing = told.filter((text) => !reader.texts.list.includes(text))
          const repeated = reader.texts.list.filter((text, index, all) => all.indexOf(text) !== index)
          if (missing.length + repeated.length > 0 || read !== '')
            lost.push([before, at, end, read, { missing, repeated }])
        }
      expect(lost).toEqual([])
    },
  )
})
