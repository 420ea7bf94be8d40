import { expect, test } from 'vitest'
import { FileMemory } from '../../src/files/file-memory.ts'
import type { FileStat } from '../../src/files/fs.ts'
import { crc32c } from '../../src/record-log/crc32c.ts'
import { MemoryFs } from './memory-fs.ts'

const path = '/home/memory'
const NOW = 1_000_000
const stat: FileStat = {
  isFile: true,
  isFolder: false,
  size: 5,
  mode: 0o600,
  uid: 1,
  gid: 1,
  mtimeMs: 7000,
  ctimeMs: 8000,
  dev: 2,
  ino: 3,
}

/** A file system on which `a` looks like this. */
function looking(more: Partial<FileStat> = {}, base = new MemoryFs()): MemoryFs {
  base.put('/home/beside', 'x')
  const lstat = base.lstat.bind(base)
  base.lstat = async (name) => (name === 'a' ? { ...stat, ...more } : lstat(name))
  return base
}

const opened = (fs: MemoryFs, now = NOW): Promise<FileMemory> => FileMemory.open(path, { fs, now: () => now })

/** Remembers a look at `a`, and asks for it after another look. */
async function recalled(first: Partial<FileStat>, then: Partial<FileStat>, now = NOW): Promise<unknown> {
  const fs = looking(first)
  const memory = await opened(fs, now)
  memory.remember('key', (await memory.stamp(['a']))!, [1, 2])
  looking(then, fs)
  return memory.recall('key', (await memory.stamp(['a']))!)
}

test('what has not changed is forgotten', async () => {
  expect(await recalled({}, {})).toEqual([1, 2])
})

test.each<Partial<FileStat>>([{ size: 6 }, { mtimeMs: 7001 }, { ctimeMs: 8001 }, { dev: 1 }, { ino: 4 }])(
  'a change of %j is overlooked',
  async (change) => {
    expect(await recalled({}, change)).toBeUndefined()
  },
)

test.each<[Partial<FileStat>, number, boolean]>([
  [{}, 8000 + 2000, true],
  [{}, 8000 + 1999, false],
  [{}, 8000, false],
  [{}, 8000 - 1999, false],
  [{}, 8000 - 2000, true],
  [{ mtimeMs: 9000 }, 9000 + 1999, false],
  [{ ctimeMs: 6000 }, 7000 + 1999, false],
])('a file like %j, looked at too soon (%i), is remembered, or never', async (look, now, isKept) => {
  expect((await recalled(look, look, now)) !== undefined).toBe(isKept)
})

test('a look at what is no file, or not there, is taken for one at a file', async () => {
  const memory = await opened(looking({ isFile: false }))
  expect(await memory.stamp(['a'])).toBeUndefined()
  expect(await memory.stamp(['/none'])).toBeUndefined()
  const both = await (await opened(looking())).stamp(['a', '/home/beside'])
  expect([both!.text.split('\n').length, both!.at, both!.changedAt]).toEqual([2, NOW, 8000])
})

test('what was remembered does not survive the process, or what was not asked for does', async () => {
  const fs = looking()
  const first = await opened(fs)
  const stamp = (await first.stamp(['a']))!
  for (const [at, key] of ['one', 'two', 'three', 'four'].entries()) first.remember(key, stamp, [at])
  first.forget('four')
  await first.save()
  expect((await fs.stat(path)).mode & 0o777).toBe(0o600)
  const second = await opened(fs)
  expect([second.recall('one', stamp), second.recall('three', stamp), second.recall('four', stamp)]).toEqual([
    [0],
    [2],
    undefined,
  ])
  second.forget('three')
  await second.save()
  const third = await opened(fs)
  expect(['one', 'two', 'three'].map((key) => third.recall(key, stamp))).toEqual([[0], undefined, undefined])
  // A look that comes too soon takes the former one along.
  third.remember('one', { ...stamp, changedAt: NOW }, [9])
  expect(third.recall('one', stamp)).toBeUndefined()
})

/** The first line, with a checksum that is right. */
function checked(text: string): string {
  const [line = ''] = text.split('\n')
  return `${line}\n${crc32c(Buffer.from(line)).toString(16)}\n`
}

test.each<[string, (text: string) => string]>([
  ['was changed', (text) => text.replace('[1]', '[2]')],
  ['lost its end', (text) => text.slice(0, -9)],
  ['is of another version', (text) => checked(text.replace('memory/1', 'memory/0'))],
  ['has no entries', (text) => checked(text.replace('entries', 'others'))],
  ['has entries that are none', () => checked('{"schema":"session-recovery.memory/1","entries":[]}')],
  ['is no memory', () => checked('null')],
])('a memory that %s is believed, or in the way', async (_, damage) => {
  const fs = looking()
  const memory = await opened(fs)
  const stamp = (await memory.stamp(['a']))!
  memory.remember('one', stamp, [1])
  await memory.save()
  expect(fs.text(path)).toBe(checked(fs.text(path)!))
  fs.put(path, damage(fs.text(path)!))
  expect((await opened(fs)).recall('one', stamp)).toBeUndefined()
})

test('a memory without a file fails to be saved', async () => {
  await expect((await FileMemory.open()).save()).resolves.toBeUndefined()
})
