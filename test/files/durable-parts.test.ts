import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { backUp } from '../../src/files/back-up.ts'
import { parseBackupManifest } from '../../src/files/backup-manifest.ts'
import { withFileLock } from '../../src/files/file-lock.ts'
import type { FileStat, FsFile } from '../../src/files/fs.ts'
import { hashFile } from '../../src/files/hash-file.ts'
import { ignoreMissing } from '../../src/files/ignore-missing.ts'
import { isUnsyncable } from '../../src/files/is-unsyncable.ts'
import { listBackups } from '../../src/files/list-backups.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import { pruneBackups } from '../../src/files/prune-backups.ts'
import { readSeenFile } from '../../src/files/read-seen-file.ts'
import { repairFile } from '../../src/files/repair-file.ts'
import { replaceFileDurably } from '../../src/files/replace-file-durably.ts'
import { parseRowImages } from '../../src/files/rows/row-image.ts'
import { writeAll } from '../../src/files/write-all.ts'
import { FaultFs } from './fault-fs.ts'
import { lateFs } from './late-fs.ts'
import { MemoryFs } from './memory-fs.ts'
import { tempFolder } from './temp-folder.ts'

const DAY = 86_400_000

test('what the system tells of a file or a folder is not what is seen of it', async () => {
  const folder = tempFolder()
  const path = join(folder, 'a.txt')
  writeFileSync(path, 'text', { mode: 0o640 })
  const seen = await Promise.all([folder, path].flatMap((each) => [nodeFs.stat(each), nodeFs.lstat(each)]))
  const told = [folder, path].map((each) => {
    const { size, mode, uid, gid, mtimeMs, ctimeMs, dev, ino } = statSync(each)
    const [isFile, isFolder] = [each === path, each === folder]
    return { isFile, isFolder, size, mode: mode % 0o10000, uid, gid, mtimeMs, ctimeMs, dev, ino }
  })
  expect(seen).toEqual([told[0], told[0], told[1], told[1]])
})

test('a file gets another time than it is given, or seconds for milliseconds', async () => {
  const path = join(tempFolder(), 'a.txt')
  const file = await nodeFs.open(path, 'wx', 0o600)
  await file.setMtime(1_790_000_000_500)
  await file.close()
  const { atimeMs, mtimeMs } = statSync(path)
  expect([atimeMs, mtimeMs, (await nodeFs.stat(path)).mtimeMs]).toEqual(Array(3).fill(1_790_000_000_500))
})

describe('a folder that cannot be synced', () => {
  test('passes for one whose names are durable (I8)', async () => {
    await expect(nodeFs.syncFolder(join(tempFolder(), 'none'))).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(nodeFs.syncFolder(tempFolder())).resolves.toBeUndefined()
  })

  test('or a file that cannot, is said to be synced, or is not asked to be (I8)', async () => {
    const path = join(tempFolder(), 'a.txt')
    writeFileSync(path, 'text')
    const handle = await open(path, 'r')
    const made = Object.getPrototypeOf(handle) as typeof handle
    await handle.close()
    const { sync: synced } = made
    let closed = 0
    const sync = vi.spyOn(made, 'sync').mockImplementationOnce(async function (this: typeof handle) {
      const close = this.close.bind(this)
      this.close = async () => {
        await new Promise(setImmediate)
        await close()
        closed += 1
      }
      return synced.call(this)
    })
    onTestFinished(() => sync.mockRestore())
    await nodeFs.syncFolder(dirname(path))
    expect(sync).toHaveBeenCalledTimes(1)
    // A folder that is left open for a moment cannot be removed everywhere.
    expect(closed).toBe(1)
    const file = await nodeFs.open(path, 'a', 0o600)
    await file.sync()
    await file.close()
    expect(sync).toHaveBeenCalledTimes(2)
    sync.mockRejectedValueOnce(Object.assign(new Error('the disk'), { code: 'EIO' }))
    await expect(nodeFs.syncFolder(dirname(path))).rejects.toMatchObject({ code: 'EIO' })
    // Where folders know no sync, the rename is all that can be had.
    for (const code of ['EINVAL', 'ENOTSUP', 'EISDIR']) {
      sync.mockRejectedValueOnce(Object.assign(new Error('no such call'), { code }))
      await expect(nodeFs.syncFolder(dirname(path))).resolves.toBeUndefined()
    }
    // A handle that was closed has no number.
    expect(new Set(sync.mock.contexts.map((used): unknown => Object(used).fd))).toEqual(new Set([-1]))
  })

  const codes = ['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM', 'EACCES', 'EIO', 'ENOENT', undefined]
  test.each([
    ['linux', 3],
    ['darwin', 3],
    ['win32', 5],
  ] as const)('is taken for synced, or fails what is done, on %s for other reasons than it has', (system, count) => {
    const passed = codes.filter((code) => isUnsyncable(Object.assign(new Error('no sync'), { code }), system))
    expect(passed).toEqual(codes.slice(0, count))
  })

  test('lets a replaced file count as durable, or as not replaced (I8)', async () => {
    const replace = (fs: FaultFs): Promise<unknown> =>
      replaceFileDurably('/home/a.txt', (write) => write(Buffer.from('new')), { fs })
    const disk = (): MemoryFs => {
      const made = new MemoryFs()
      made.put('/home/a.txt', 'old')
      return made
    }
    const known = new FaultFs(undefined, disk())
    await replace(known)
    const at = known.names.lastIndexOf('syncFolder') + 1
    expect(at).toBeGreaterThan(known.names.lastIndexOf('rename'))
    const failing = disk()
    await expect(replace(new FaultFs({ at, code: 'EIO' }, failing))).rejects.toMatchObject({
      code: 'not_durable',
      cause: { code: 'EIO' },
    })
    expect(failing.text('/home/a.txt')).toBe('new')
    expect(failing.paths()).toEqual(['/home/a.txt'])
  })
})

describe('pruning', () => {
  async function twoOldBackups() {
    const home = tempFolder()
    const folder = join(home, 'backups')
    const clock = { time: Date.now() }
    const options = { folder, liveness: false, now: () => clock.time } as const
    for (const text of ['one', 'two']) {
      writeFileSync(join(home, 'a.txt'), text)
      await backUp([join(home, 'a.txt')], 'test', options)
      clock.time += 1000
    }
    return { path: join(home, 'a.txt'), folder, clock, options }
  }

  test('takes contents although a manifest cannot be read, or leaves them when all can', async () => {
    const { folder, clock, options } = await twoOldBackups()
    clock.time += 40 * DAY
    writeFileSync(join(folder, '2020-unreadable.json'), '{')
    expect((await listBackups(options)).unreadable).toHaveLength(1)
    const held = await pruneBackups({ ...options, keep: 1 })
    expect([held.removed.length, held.freedBytes]).toEqual([1, 0])
    writeFileSync(join(folder, '2020-unreadable.json'), '')
    expect((await pruneBackups({ ...options, keep: 0 })).freedBytes).toBe(0)
  })

  test('takes one of the newest ten, or leaves more than those, unless it is told otherwise', async () => {
    const { path, clock, options } = await twoOldBackups()
    for (let more = 0; more < 10; more += 1) {
      await backUp([path], 'test', options)
      clock.time += 1000
    }
    clock.time += 400 * DAY
    expect((await pruneBackups(options)).removed).toHaveLength(2)
    expect((await listBackups(options)).backups).toHaveLength(10)
  })

  test.each([
    ['young', 0, 2, 0],
    ['29 days old', 29 * DAY, 2, 0],
    ['30 days old, the older one', 30 * DAY - 1999, 1, 3],
    ['30 days old to the moment', 30 * DAY - 2000, 2, 0],
    ['31 days old', 31 * DAY, 0, 6],
  ])('of backups that are %s takes too many or too few', async (_, age, left, freedBytes) => {
    const { clock, options } = await twoOldBackups()
    clock.time += age
    const tried = await pruneBackups({ ...options, keep: 0, dryRun: true })
    expect([tried.removed.length, tried.freedBytes]).toEqual([2 - left, freedBytes])
    expect((await listBackups(options)).backups).toHaveLength(2)
    expect(await pruneBackups({ ...options, keep: 0 })).toEqual(tried)
    expect((await listBackups(options)).backups).toHaveLength(left)
  })
})

describe('a file that is read to be compared', () => {
  test.each<[string, (folder: string) => string]>([
    ['is not there', (folder) => join(folder, 'none')],
    ['stands behind a file', (folder) => join(folder, 'a.txt', 'b')],
    ['is a folder', (folder) => folder],
    ['is a link', (folder) => (symlinkSync(join(folder, 'a.txt'), join(folder, 'link')), join(folder, 'link'))],
  ])('that %s is read, or is an error', async (_, pathOf) => {
    const folder = tempFolder()
    await mkdir(join(folder, 'sub'))
    writeFileSync(join(folder, 'a.txt'), 'text')
    expect(await readSeenFile(nodeFs, pathOf(folder))).toBeUndefined()
  })

  test('loses its bytes, or hides what the system says', async () => {
    const path = join(tempFolder(), 'a.txt')
    writeFileSync(path, 'text')
    expect(await readSeenFile(nodeFs, path)).toEqual({
      bytes: readFileSync(path),
      stat: await nodeFs.stat(path),
      sha256: (await hashFile(nodeFs, path)).sha256,
    })
    const broken = new FaultFs({ at: 2, code: 'EIO' })
    await expect(readSeenFile(broken, path)).rejects.toMatchObject({ code: 'EIO' })
  })
})

describe('what was kept', () => {
  const sha256 = 'a'.repeat(64)
  const file = { path: '/a', size: 1, sha256, mode: 0o600, mtimeMs: 1.5 }
  const manifest = { schema: 1, id: '20260101T000000-abcdef01', createdAt: 'x', tool: 't', reason: 'r', files: [file] }
  test('cannot be read', async () => {
    const whole = {
      ...manifest,
      undoneAt: 'y',
      files: [{ ...file, written: { size: 0, sha256 } }],
      created: [{ path: '/b', size: 0, sha256 }],
      rows: [{ path: '/c', agent: 'opencode', session: 's', size: 2, sha256 }],
      folders: ['/d'],
    }
    expect(await parseBackupManifest(manifest)).toEqual(manifest)
    expect(await parseBackupManifest(whole)).toEqual(whole)
  })

  // Ids and hashes become the names of files.
  test.each<object>([
    { schema: 2 },
    { id: '../x' },
    { id: 'a/../../x' },
    { id: 'x\n/y' },
    { id: '' },
    { files: [{ ...file, sha256: `${sha256}/../x` }] },
    { files: [{ ...file, sha256: `../${sha256}` }] },
    { files: [{ ...file, sha256: sha256.slice(1) }] },
    { files: [{ ...file, path: '' }] },
    { files: [{ ...file, size: -1 }] },
    { files: [{ ...file, written: { size: 1 } }] },
    { created: [{ path: '', size: 0, sha256 }] },
    { rows: [{ path: '', agent: 'a', session: 's', size: 0, sha256 }] },
    { folders: [''] },
  ])('is taken although it says %j', async (other) => {
    await expect(parseBackupManifest({ ...manifest, ...other })).rejects.toThrow()
  })

  const row = { table: 't', id: 'i', before: null, after: { a: 'text', b: null, c: { integer: '-7' } } }
  test.each<object>([
    { table: '' },
    { place: '1x' },
    { place: 'x1' },
    { place: '' },
    { after: { a: { integer: '7x' } } },
    { after: { a: { integer: 'x7' } } },
    { after: { a: { blob: '%' } } },
    { after: { a: { bytesOfText: '%' } } },
    { after: { a: { real: 1 } } },
    { after: { a: { integer: '7', real: '7' } } },
  ])('is taken for a row although it says %j', async (other) => {
    const kept = { schema: 1, rows: [{ ...row, place: '-3' }] }
    expect(await parseRowImages(kept)).toEqual(kept.rows)
    await expect(parseRowImages({ schema: 1, rows: [row, { ...row, ...other }] })).rejects.toThrow()
    await expect(parseRowImages({ ...kept, schema: 2 })).rejects.toThrow()
  })
})

describe('a backup that cannot be made', () => {
  test.each<[string, (home: string) => string, fs: Partial<typeof nodeFs>, code: string]>([
    ['of nothing', (home) => join(home, 'none'), {}, 'not_found'],
    ['of a folder', (home) => home, {}, 'not_a_file'],
    [
      'on a disk that fails',
      (home) => join(home, 'a.txt'),
      { readdir: () => Promise.reject(new Error()) },
      'backup_failed',
    ],
  ])('%s is another fault', async (_, pathOf, broken, code) => {
    const home = tempFolder()
    writeFileSync(join(home, 'a.txt'), 'text')
    const made = backUp([pathOf(home)], 'test', { folder: join(home, 'backups'), fs: { ...nodeFs, ...broken } })
    await expect(made).rejects.toMatchObject({ code })
  })

  test('of a file that changes meanwhile is made, or is another fault', async () => {
    const fs = new MemoryFs()
    fs.put('/home/a.txt', 'old')
    const open = fs.open.bind(fs)
    fs.open = async (path, flags, mode) => {
      if (flags === 'wx') fs.put('/home/a.txt', 'their next turn')
      return open(path, flags, mode)
    }
    await expect(backUp(['/home/a.txt'], 'test', { fs, folder: '/backups' })).rejects.toMatchObject({
      code: 'changed_meanwhile',
    })
  })
})

test.each<[string, (stat: FileStat) => FileStat, boolean]>([
  ['is as it was', (stat) => stat, true],
  ['was written at another time', (stat) => ({ ...stat, mtimeMs: stat.mtimeMs + 1 }), false],
  ['is another file of the same content', (stat) => ({ ...stat, ino: stat.ino + 1 }), false],
])('a file that %s behind its copy is backed up as if it were not (I7)', async (_, later, isMade) => {
  const fs = new MemoryFs()
  fs.put('/home/a.txt', 'old')
  const stat = fs.stat.bind(fs)
  let looks = 0
  fs.stat = async (path) => {
    const found = await stat(path)
    return path === '/home/a.txt' && (looks += 1) > 1 ? later(found) : found
  }
  const made = await backUp(['/home/a.txt'], 'test', { fs, folder: '/backups' }).catch((cause: unknown) => cause)
  expect(made).toMatchObject(isMade ? { manifest: { reason: 'test' } } : { code: 'changed_meanwhile' })
})

test.each<[string, unknown, boolean]>([
  ['what is missing', Object.assign(new Error('no file'), { code: 'ENOENT' }), true],
  ['a file that may not be touched', Object.assign(new Error('no right'), { code: 'EACCES' }), false],
  ['an error without a code', new Error('no code'), false],
  ['what is no error', undefined, false],
])('%s is passed over, or stops what wanted it gone', (_, cause, isIgnored) => {
  let thrown: unknown = 'nothing'
  try {
    ignoreMissing(cause)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBe(isIgnored ? 'nothing' : cause)
})

test.each<[number[], string]>([
  [[6], 'abcdef'],
  [[1, 5], 'abcdef'],
  [[2, 2, 2], 'abcdef'],
  [[3, 0], 'abc'],
  [[0], ''],
  [[5, -1], 'abcde'],
])(
  'a system that takes %j bytes gets others, or one that takes none is asked for ever (I8)',
  async (taken, written) => {
    let text = ''
    const left = [...taken]
    const write = async (bytes: Uint8Array): Promise<number> => {
      const count = left.shift()!
      text += Buffer.from(bytes.subarray(0, Math.max(count, 0))).toString()
      return count
    }
    const done = writeAll({ write } as unknown as FsFile, Buffer.from('abcdef'))
    const said = await done.then(() => '', String)
    const isTaken = taken.every((count) => count > 0)
    expect([text, left, said]).toEqual([written, [], isTaken ? '' : 'Error: The system takes no more bytes'])
  },
)

test('a repair that fails is over before its backup is gone', async () => {
  const fs = new MemoryFs()
  fs.put('/home/a.txt', 'old')
  const { fs: late, overlaps, underWay } = lateFs(fs)
  const write = (): Promise<void> => Promise.reject(new Error('no repair'))
  const options = { fs: late, folder: '/backups', reason: 'test', liveness: false } as const
  await expect(repairFile('/home/a.txt', write, options)).rejects.toMatchObject({ cause: { message: 'no repair' } })
  expect([underWay(), overlaps, fs.text('/home/a.txt')]).toEqual([0, [], 'old'])
  expect((await listBackups({ fs, folder: '/backups' })).backups).toEqual([])
})

test('another version of the program does not find the lock of a file, or the lock stays', async () => {
  const fs = new MemoryFs()
  fs.put('/home/a.txt', 'old')
  const lock = '/backups/fcc64debe6a5d2c07cb72427f5a04f38.lock'
  const locks = async (): Promise<string[]> => fs.paths().filter((path) => path.endsWith('.lock'))
  const options = { fs, folder: '/backups' }
  expect([await withFileLock('/home/a.txt', locks, options), await locks()]).toEqual([[lock], []])
})

test('a lock, a copy or a manifest can be read by others', async () => {
  const fs = new MemoryFs()
  fs.put('/home/a.txt', 'old')
  const modes = async (): Promise<number[]> => {
    const paths = fs.paths().filter((path) => path.startsWith('/backups/'))
    return Promise.all(paths.map(async (path) => (await fs.stat(path)).mode & 0o777))
  }
  const options = { fs, folder: '/backups' }
  await backUp(['/home/a.txt'], 'test', options)
  expect(await withFileLock('/home/a.txt', modes, options)).toEqual([0o600, 0o600, 0o600])
})
