import { MemoryFs } from '../files/memory-fs.ts'
import { now } from './sample-session.ts'
import { HOUR, rivals, stopping, works, Writer } from './stopped-writers.ts'

/** What is wrong with what became of both: the first one stopped before its call `at`, and continued while the second one is before its call `when`. */
export async function raceWriters(work: string, rival: string, at: number, when: number): Promise<readonly unknown[]> {
  const fs = new MemoryFs()
  const told: string[] = []
  let hours = 0
  let calls = -Infinity
  let rivalCalls = -Infinity
  const clock = (): number => now() + hours * HOUR
  const ended = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const next = new Writer(
    stopping(fs, async () => {
      if ((rivalCalls += 1) !== when) return
      reached.resolve()
      await ended.promise
    }),
    clock,
    told,
  )
  let rivalEnd = Promise.resolve('not begun')
  const own = new Writer(
    stopping(fs, async () => {
      if ((calls += 1) !== at) return
      hours += 1
      rivalCalls = 0
      rivalEnd = (async () => {
        await next.open().catch(async () => {
          hours += 1
          await next.open()
        })
        await rivals[rival]!(next)
      })().then(() => 'done', String)
      await Promise.race([reached.promise, rivalEnd])
    }),
    clock,
    told,
  )
  await own.open()
  await own.append('t0', 't1', 't2', 't3')
  await works[work]!.prepare?.(own, fs)
  calls = 0
  const ownEnd = await works[work]!.run(own).then(() => 'done', String)
  ended.resolve()
  const end = await rivalEnd
  await next.append('more').catch(() => undefined)
  const reader = new Writer(fs, () => clock() + HOUR, told)
  const read = await reader.open().then(() => '', String)
  const missing = told.filter((text) => !reader.texts.list.includes(text))
  const repeated = reader.texts.list.filter((text, index, all) => all.indexOf(text) !== index)
  // The first one may claim the session anew while the second one is still about to fill its claim.
  const isGoing =
    end === 'done' || end === 'not begun' || (ownEnd === 'done' && /was taken over|^JournalError: Process/.test(end))
  const isRight = missing.length + repeated.length === 0 && read === '' && isGoing
  return isRight ? [] : [[at, when, ownEnd, end, read, missing, repeated]]
}
