import { ppid } from 'node:process'
import { expect, test } from 'vitest'
import { withFileLock } from '../../src/files/file-lock.ts'
import type { FsFile } from '../../src/files/fs.ts'
import { createRandom } from '../../src/testing.ts'
import { offset, scale } from '../seeds.ts'
import { lateFs } from './late-fs.ts'
import { MemoryFs } from './memory-fs.ts'

const path = '/session.jsonl'
const backups = '/backups'
const DEAD = '999999999\n0\n'

/** What only one of those may hold who would remove the lock of the dead process. */
const rightOver = (lock: string): string => `${lock}.999999999-0.clearing`

async function lockName(): Promise<string> {
  const fs = new MemoryFs()
  fs.put(path, 'x')
  return withFileLock(path, async () => fs.paths().find((name) => name.endsWith('.lock'))!, { fs, folder: backups })
}

function withLock(fs: MemoryFs, lock: string, content: string): MemoryFs {
  fs.put(path, 'x')
  fs.put(lock, content)
  return fs
}

test.each([
  ['a dead process', DEAD],
  ['this thread, from work that has ended', `${process.pid}\n0\n`],
  ['a process that died in writing its number, long ago', ''],
  ['something that is no lock, long ago', `${ppid}\nx`],
  ['something else that is no lock, long ago', `x${ppid}\n`],
  ['no process, long ago', '0\n0\n'],
])('a lock of %s locks the file for ever', async (_, content) => {
  const lock = await lockName()
  const fs = withLock(new MemoryFs(), lock, content)
  const { mtimeMs } = await fs.stat(lock)
  const options = { fs, folder: backups, now: () => mtimeMs + 10_001 }
  expect(await withFileLock(path, async () => fs.text(lock), options)).toMatch(new RegExp(`^${process.pid}\n`))
  expect(fs.paths()).toEqual([path])
})

test.each([
  ['a living process', `${ppid}\n0\n`],
  ['another thread of this process', `${process.pid}\n77\n`],
  ['a process that is writing its number', ''],
  ['a living process that has lost its second line', `${ppid}\n`],
])('a lock of %s is taken over', async (_, content) => {
  const lock = await lockName()
  const fs = withLock(new MemoryFs(), lock, content)
  const { mtimeMs } = await fs.stat(lock)
  const work = withFileLock(path, async () => 'ran', { fs, folder: backups, now: () => mtimeMs + 10_000 })
  await expect(work).rejects.toMatchObject({ code: 'locked', path })
  expect(fs.text(lock)).toBe(content)
})

const states = ['no lock', 'a stale lock', 'a lock of ended work'] as const
test.each(states)(`takers of one file both work at once with %s (I9; seed ${offset})`, async (kind) => {
  const lock = await lockName()
  const random = createRandom(offset)
  for (let round = 0; round < 40 * scale; round += 1) {
    const fs = withLock(new MemoryFs(), lock, kind === 'a stale lock' ? DEAD : `${process.pid}\n0\n`)
    if (kind === 'no lock') await fs.unlink(lock)
    let working = 0
    let most = 0
    let done = 0
    const work = async (): Promise<void> => {
      most = Math.max(most, (working += 1))
      for (let turn = 0; turn < 100; turn += 1) await undefined
      working -= 1
      done += 1
    }
    const takers = [1, 2, 3].map(() =>
      withFileLock(path, work, { fs: lateFs(fs, () => random.below(6)).fs, folder: backups }),
    )
    const results = await Promise.allSettled(takers)
    const won = results.filter(({ status }) => status === 'fulfilled').length
    expect({ round, most, done }).toEqual({ round, most: 1, done: won })
    expect(fs.paths()).toEqual([path])
  }
})

test('a stale lock is removed after another process has taken it over', async () => {
  const lock = await lockName()
  const rival = `${ppid}\n0\n`
  class Overtaken extends MemoryFs {
    override async link(from: string, to: string): Promise<void> {
      if (to === rightOver(lock)) this.put(lock, rival)
      return super.link(from, to)
    }
  }
  const fs = withLock(new Overtaken(), lock, DEAD)
  await expect(withFileLock(path, async () => 'ran', { fs, folder: backups })).rejects.toMatchObject({ code: 'locked' })
  expect(fs.text(lock)).toBe(rival)
  expect(fs.paths()).toEqual([path, lock])
})

test('a lock that was given back and taken anew meanwhile is removed', async () => {
  const lock = await lockName()
  const rival = `${ppid}\n0\n`
  class Renewed extends MemoryFs {
    override async open(name: string, flags: 'r' | 'wx' | 'a', mode?: number): Promise<FsFile> {
      if (name !== lock || flags !== 'r') return super.open(name, flags, mode)
      throw Object.assign(new Error('It was gone for a moment.'), { code: 'ENOENT' })
    }
  }
  const fs = withLock(new Renewed(), lock, rival)
  await expect(withFileLock(path, async () => 'ran', { fs, folder: backups })).rejects.toMatchObject({ code: 'locked' })
  expect(fs.text(lock)).toBe(rival)
})

test('the second lock is open to a second process before the stale lock is gone, or the work is said to be done before its own is', async () => {
  const lock = await lockName()
  const steps: string[] = []
  class Recorded extends MemoryFs {
    override async unlink(name: string): Promise<void> {
      if (!name.endsWith('.repair-tmp')) steps.push(`go ${name}`)
      for (let turn = 0; turn < 20; turn += 1) await undefined
      await super.unlink(name)
      if (!name.endsWith('.repair-tmp')) steps.push(`gone ${name}`)
    }
  }
  const fs = withLock(new Recorded(), lock, DEAD)
  await withFileLock(path, async () => void steps.push('work'), { fs, folder: backups })
  const removal = (name: string): string[] => [`go ${name}`, `gone ${name}`]
  expect(steps).toEqual([...removal(lock), ...removal(rightOver(lock)), 'work', ...removal(lock)])
})

test('a lock that another process is clearing is cleared twice, or one that died in clearing blocks for ever', async () => {
  const lock = await lockName()
  for (const [owner, runs] of [
    [`${ppid}\n0\n`, [false, false]],
    [DEAD, [true, true]],
  ] as const) {
    const fs = withLock(new MemoryFs(), lock, DEAD)
    fs.put(rightOver(lock), owner)
    for (const isRun of runs) {
      const late = lateFs(fs)
      const work = withFileLock(path, async () => true, { fs: late.fs, folder: backups }).catch(() => false)
      // Told before the dead process's lock is gone, who tries again at once, or ends, would meet it once more.
      expect([await work, late.overlaps]).toEqual([isRun, []])
    }
  }
})
