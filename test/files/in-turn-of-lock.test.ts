import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
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
