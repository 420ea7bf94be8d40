import { afterEach, expect, test, vi } from 'vitest'
import type { withFileLock } from '../../src/files/file-lock.ts'
import type { Fs } from '../../src/files/fs.ts'
import { createRandom, type Random } from '../../src/testing.ts'
import { offset, scale } from '../seeds.ts'
import { lateCalls } from '../late-calls.ts'
import { MemoryFs } from './memory-fs.ts'

/** No lock without an owner is old enough to be anybody's. */
const now = (): number => 0
const never = new Promise<never>(() => {})
const dead = new Set<number>()
let lastPid = 100_000

afterEach(() => {
  vi.doUnmock('node:process')
  vi.resetModules()
})

/** The module as another process has it: a number and a memory of its own. */
async function processes(count: number): Promise<{ pid: number; lock: typeof withFileLock }[]> {
  const made: { pid: number; lock: typeof withFileLock }[] = []
  for (let each = 0; each < count; each += 1) {
    const pid = (lastPid += 1)
    vi.resetModules()
    vi.doMock('node:process', async (original) => ({
      ...(await original<typeof import('node:process')>()),
      pid,
      kill: (id: number) => {
        if (dead.has(id)) throw Object.assign(new Error('No such process'), { code: 'ESRCH' })
      },
    }))
    made.push({ pid, lock: (await import('../../src/files/file-lock.ts')).withFileLock })
  }
  return made
}

/** The disk as a process sees it that is killed after so many calls: what it asks for then is never answered. */
function mortal(disk: MemoryFs, pid: number, random: Random, calls: number): Fs {
  let left = calls
  const { late } = lateCalls<Fs>(disk, {
    opens: 'open',
    // Now and then one sleeps while the others do all their work.
    turns: () => random.below(random.below(8) === 0 ? 300 : 4),
    heard: (_, isAnswered) => {
      if (!isAnswered && (left -= 1) < 0) dead.add(pid)
    },
  })
  const stopped = <Of extends object>(of: Of): Of =>
    new Proxy(of, {
      get(_, name) {
        const own: unknown = Reflect.get(of, name, of)
        if (typeof own !== 'function') return own
        return async (...given: unknown[]) => {
          const answer: unknown = dead.has(pid) ? never : await Reflect.apply(own, of, given)
          if (dead.has(pid)) return never
          return name === 'open' ? stopped(Object(answer)) : answer
        }
      },
    })
  return stopped(late)
}

test(`two of several processes repair a file at once, or one that was killed keeps the others out (I9; seed ${offset})`, async () => {
  const random = createRandom(offset)
  const all = await processes(4)
  let rounds = 0
  for (let round = 0; round < 400 * scale; round += 1) {
    dead.clear()
    dead.add(99)
    // Who was killed remembers for ever that it has a file.
    const path = `/${round}.jsonl`
    const disk = new MemoryFs()
    disk.put(path, 'x')
    const last = (): Promise<string | undefined> =>
      all[3]!.lock(path, async () => disk.paths().find((name) => name.endsWith('.lock')), {
        fs: disk,
        folder: '/backups',
        now,
      })
    const name = await last()
    const left = [`${name}`, `${name}.99-0.clearing`]
    for (const each of left.slice(0, random.below(3))) disk.put(each, '99\n0\n')
    const working = new Set<number>()
    let most = 0
    const work = (pid: number) => async (): Promise<void> => {
      working.add(pid)
      for (let turn = 0; turn < 200; turn += 1) {
        most = Math.max(most, [...working].filter((each) => !dead.has(each)).length)
        await undefined
      }
      working.delete(pid)
    }
    // Two are killed somewhere, the third looks on; then all are as good as gone, and the last must come through.
    const rivals = all.slice(0, 3).map(({ pid, lock }, at) => {
      const fs = mortal(disk, pid, random, at < 2 ? random.below(30) : 10_000)
      return lock(path, work(pid), { fs, folder: '/backups', now }).catch(() => undefined)
    })
    await rivals[2]
    for (let turn = 0; turn < 3000 && working.size > 0; turn += 1) await undefined
    for (const { pid } of all.slice(0, 2)) dead.add(pid)
    rounds += 1
    expect([round, await last()]).toEqual([round, name])
    expect({ round, most }).toEqual({ round, most: Math.min(most, 1) })
  }
  expect(rounds).toBe(400 * scale)
})
