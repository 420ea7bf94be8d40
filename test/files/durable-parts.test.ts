import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { backUp } from '../../src/files/back-up.ts'
import { listBackups } from '../../src/files/list-backups.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import { pruneBackups } from '../../src/files/prune-backups.ts'
import { readSeenFile } from '../../src/files/read-seen-file.ts'
import { replaceFileDurably } from '../../src/files/replace-file-durably.ts'
import { FaultFs } from './fault-fs.ts'
import { MemoryFs } from './memory-fs.ts'
import { tempFolder } from './temp-folder.ts'

const DAY = 86_400_000

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
    const sync = vi.spyOn(made, 'sync')
    onTestFinished(() => sync.mockRestore())
    await nodeFs.syncFolder(dirname(path))
    expect(sync).toHaveBeenCalledTimes(1)
    const file = await nodeFs.open(path, 'a', 0o600)
    await file.sync()
    await file.close()
    expect(sync).toHaveBeenCalledTimes(2)
    sync.mockRejectedValueOnce(Object.assign(new Error('the disk'), { code: 'EIO' }))
    await expect(nodeFs.syncFolder(dirname(path))).rejects.toMatchObject({ code: 'EIO' })
    // Where folders know no sync, the rename is all that can be had.
    sync.mockRejectedValueOnce(Object.assign(new Error('no such call'), { code: 'EINVAL' }))
    await expect(nodeFs.syncFolder(dirname(path))).resolves.toBeUndefined()
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
    return { folder, clock, options }
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

  test.each([
    ['young', 0, 2, 0],
    ['29 days old', 29 * DAY, 2, 0],
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
    expect((await readSeenFile(nodeFs, path))!.bytes).toEqual(readFileSync(path))
    const broken = new FaultFs({ at: 2, code: 'EIO' })
    await expect(readSeenFile(broken, path)).rejects.toMatchObject({ code: 'EIO' })
  })
})
