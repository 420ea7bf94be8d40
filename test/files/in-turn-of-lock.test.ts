import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withFileLock } from '../../src/files/file-lock.ts'
import { FileWorkError } from '../../src/files/file-work-error.ts'
import { inTurnOfLock } from '../../src/files/in-turn-of-lock.ts'
import { tempFolder } from './temp-folder.ts'

function place(): { readonly path: string; readonly options: { readonly folder: string } } {
  const root = tempFolder()
  const path = join(root, 'journal')
  mkdirSync(path)
  return { path, options: { folder: join(root, 'backups') } }
}

test('writes that come at once are refused, done at the same time, or in another order; one that fails holds up the others', async () => {
  const { options, path } = place()
  const told: string[] = []
  const write = (name: number): Promise<number> =>
    inTurnOfLock(
      path,
      async () => {
        told.push(`begin ${name}`)
        await sleep(1)
        told.push(`end ${name}`)
        if (name === 1) throw new TypeError('of its own')
        return name
      },
      options,
    )
  const ended = await Promise.allSettled([0, 1, 2, 3].map(write))
  expect(ended.map((each) => (each.status === 'fulfilled' ? each.value : String(each.reason)))).toEqual([
    0,
    'TypeError: of its own',
    2,
    3,
  ])
  expect(told).toEqual([0, 1, 2, 3].flatMap((name) => [`begin ${name}`, `end ${name}`]))
})

test('a write does not wait for a lock that another has, or is done twice where it fails for one of its own', async () => {
  const { options, path } = place()
  const told: string[] = []
  const other = withFileLock(
    path,
    async () => {
      await sleep(60)
      told.push('other')
    },
    options,
  )
  await sleep(10)
  await inTurnOfLock(path, async () => told.push('own'), options)
  await other
  expect(told).toEqual(['other', 'own'])
  let times = 0
  const inner = inTurnOfLock(
    path,
    async () => {
      times += 1
      throw new FileWorkError('locked', '/another', 'It is locked')
    },
    options,
  )
  await expect(inner).rejects.toMatchObject({ code: 'locked', path: '/another' })
  expect(times).toBe(1)
})

test('writes that wait for the same other process are refused one after the other, each behind its own ten seconds', async () => {
  const { options, path } = place()
  const released = Promise.withResolvers<void>()
  const other = withFileLock(path, () => released.promise, options)
  await sleep(10)
  const now = performance.now.bind(performance)
  let ahead = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
  onTestFinished(() => clock.mockRestore())
  const started = now()
  const waiting = [0, 1, 2].map((name) => inTurnOfLock(path, async () => name, options))
  await sleep(20)
  ahead = 10_000
  const ended = await Promise.allSettled(waiting)
  expect(ended).toMatchObject(waiting.map(() => ({ status: 'rejected', reason: { code: 'locked' } })))
  expect(now() - started).toBeLessThan(5000)
  released.resolve()
  await other
  expect(await inTurnOfLock(path, async () => 'own', options)).toBe('own')
})

test('long work of this process is counted as time in which another has the lock', async () => {
  const { options, path } = place()
  const now = performance.now.bind(performance)
  let ahead = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
  onTestFinished(() => clock.mockRestore())
  // Locks are told apart by where they lie, turns by the path alone.
  const elsewhere = { folder: `${options.folder}-of-another` }
  const released = Promise.withResolvers<void>()
  const other = withFileLock(path, () => released.promise, elsewhere)
  await sleep(10)
  const long = inTurnOfLock(path, async () => void (ahead = 20_000), options)
  const next = inTurnOfLock(path, async () => 'done', elsewhere)
  await long
  await sleep(20)
  released.resolve()
  expect(await next).toBe('done')
  await other
})
