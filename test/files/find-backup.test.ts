import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { backUp } from '../../src/files/back-up.ts'
import type { FileWorkError } from '../../src/files/file-work-error.ts'
import { readManifest, resolveBackupFolder } from '../../src/files/backup-folder.ts'
import { findBackup, listBackups } from '../../src/files/list-backups.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import { pruneBackups } from '../../src/files/prune-backups.ts'
import { undo } from '../../src/files/undo.ts'
import { FaultFs } from './fault-fs.ts'
import { MemoryFs } from './memory-fs.ts'
import { tempFolder } from './temp-folder.ts'

describe('a backup', () => {
  async function threeBackups() {
    const home = tempFolder()
    const clock = { time: Date.UTC(2026, 0, 1) }
    const options = { folder: join(home, 'backups'), liveness: false, now: () => clock.time } as const
    const made: string[] = []
    for (const text of ['one', 'two', 'three']) {
      writeFileSync(join(home, 'a.txt'), text)
      made.push((await backUp([join(home, 'a.txt')], 'test', options)).manifest.id)
      clock.time += 1000
    }
    return { options, made, home }
  }

  test('is listed before a newer one, or found by another id than its own', async () => {
    const { made, options } = await threeBackups()
    expect((await listBackups(options)).backups.map(({ id }) => id)).toEqual(made.toReversed())
    for (const id of made) {
      expect((await findBackup(id, options)).id).toBe(id)
      expect((await findBackup(id.slice(0, -3), options)).id).toBe(id)
    }
    await expect(findBackup(made[0]!.slice(0, 5), options)).rejects.toMatchObject({ code: 'not_found' })
    await expect(findBackup('x', options)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is read under the id of another one', async () => {
    const { made, options } = await threeBackups()
    const [first, second] = made as [string, string]
    copyFileSync(join(options.folder, `${first}.json`), join(options.folder, `${second}.json`))
    const backups = resolveBackupFolder(options)
    expect((await readManifest(backups, first)).id).toBe(first)
    await expect(readManifest(backups, second)).rejects.toMatchObject({
      code: 'backup_unreadable',
      message: expect.stringContaining('belongs to another backup'),
    })
  })

  test('that cannot be read is told as that of another one', async () => {
    const { made, options } = await threeBackups()
    const torn = join(options.folder, `${made[0]}.json`)
    writeFileSync(torn, '{ torn')
    await expect(readManifest(resolveBackupFolder(options), made[0]!)).rejects.toMatchObject({
      code: 'backup_unreadable',
      path: torn,
      message: expect.stringContaining('The manifest cannot be read'),
      cause: expect.any(SyntaxError),
    })
  })

  test('of the same second is listed before one that was made after it, or two of one moment in another order', async () => {
    const fs = new MemoryFs()
    fs.put('/home/a.txt', 'old')
    const clock = { time: Date.UTC(2026, 0, 1) }
    const options = { folder: '/backups', fs, now: () => clock.time }
    const made: string[] = []
    for (let at = 0; at < 6; at += 1) {
      made.push((await backUp(['/home/a.txt'], 'test', options)).manifest.id)
      clock.time += 1
    }
    const listed = async (): Promise<string[]> => (await listBackups(options)).backups.map(({ id }) => id)
    expect(await listed()).toEqual(made.toReversed())
    expect(made).not.toEqual(made.toSorted())
    clock.time -= 1
    const beside = (await backUp(['/home/a.txt'], 'beside', options)).manifest.id
    expect((await listed()).slice(0, 2)).toEqual([beside, made[5]!].toSorted().toReversed())
  })

  test('whose id another one begins with is taken for one of two', async () => {
    const { made, options } = await threeBackups()
    const [id] = made as [string]
    const text = readFileSync(join(options.folder, `${id}.json`), 'utf8')
    writeFileSync(join(options.folder, `${id}-2.json`), text.replace(`"${id}"`, `"${id}-2"`))
    expect((await findBackup(id, options)).id).toBe(id)
    await expect(findBackup(id.slice(0, -1), options)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is found where there is none, or all were undone', async () => {
    const { made, options } = await threeBackups()
    const none = { ...options, folder: join(tempFolder(), 'none') }
    const told = { code: 'not_found', path: none.folder, message: expect.stringContaining('There is no such backup') }
    await expect(findBackup(undefined, none)).rejects.toMatchObject(told)
    await expect(findBackup('2026', none)).rejects.toMatchObject(told)
    expect(await pruneBackups(none)).toEqual({ removed: [], freedBytes: 0, unreadable: [] })
    for (const id of made) {
      const path = join(options.folder, `${id}.json`)
      writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), undoneAt: 'then' }))
    }
    await expect(findBackup(undefined, options)).rejects.toMatchObject({ code: 'not_found', path: options.folder })
  })

  test('lies somewhere else, or says that another program or another time has made it', () => {
    const env = { XDG_STATE_HOME: '/state' }
    expect(resolveBackupFolder({ env })).toEqual({
      folder: '/state/session-recovery/backups',
      fs: nodeFs,
      now: Date.now,
      tool: 'session-recovery',
    })
    const own = { folder: '/own', fs: { ...nodeFs }, now: () => 7, tool: 'agent 1.0' }
    expect(resolveBackupFolder({ ...own, env })).toEqual(own)
  })

  test('that was undone is the newest to undo', async () => {
    const { made, options } = await threeBackups()
    expect((await findBackup(undefined, options)).id).toBe(made[2])
    await undo(made[2], { ...options, force: true })
    const ids = (await listBackups(options)).backups.filter(({ undoneAt }) => undoneAt).map(({ id }) => id)
    expect(ids).toEqual([made[2]])
    expect((await findBackup(undefined, options)).id).not.toBe(made[2])
  })

  test.each([
    ['the newest, without an id', [2], undefined, 'backup_unreadable 2'],
    ['the oldest, without an id', [0], undefined, 'finds 2'],
    ['the newest and the oldest, without an id', [0, 2], undefined, 'backup_unreadable 2'],
    ['all of them, without an id', [0, 1, 2], undefined, 'backup_unreadable 2'],
    ['the newest, by its own id', [2], 2, 'backup_unreadable 2'],
    ['the newest, by the id of another', [2], 1, 'finds 1'],
    ['the oldest, by the beginning of all', [0], '2026', 'not_found'],
    ['all but one, by the beginning of all', [0, 2], '2026', 'not_found'],
  ] as const)('of which a manifest cannot be read gives way to another: %s', async (_, torn, asked, told) => {
    const { made, options } = await threeBackups()
    for (const at of torn) writeFileSync(join(options.folder, `${made[at]}.json`), '{ torn')
    const found = await findBackup(typeof asked === 'number' ? made[asked] : asked, options).then(
      ({ id }) => `finds ${made.indexOf(id)}`,
      ({ code, message }: FileWorkError) => {
        const at = made.findIndex((id) => message.includes(join(options.folder, `${id}.json`)))
        return at < 0 ? code : `${code} ${at}`
      },
    )
    expect(found).toBe(told)
  })

  test('of the same second, or of a name that tells no time, is taken for older than the newest', async () => {
    const { made, options } = await threeBackups()
    const others = ['copy-of-a-backup', 'my-20200101T000000-00000000', '20200101T0000000']
    for (const name of [`${made[2]!.slice(0, 15)}-00000000`, ...others]) {
      const torn = join(options.folder, `${name}.json`)
      writeFileSync(torn, '')
      await expect(findBackup(undefined, options)).rejects.toMatchObject({ code: 'backup_unreadable', path: torn })
      rmSync(torn)
      expect((await findBackup(undefined, options)).id).toBe(made[2])
    }
  })

  test('in a folder that is not there, or cannot be read, is an empty list', async () => {
    const { options } = await threeBackups()
    const none = await listBackups({ ...options, folder: join(tempFolder(), 'none') })
    expect(none).toEqual({ backups: [], unreadable: [] })
    const broken = { ...options, fs: new FaultFs({ at: 1, code: 'EIO' }) }
    await expect(listBackups(broken)).rejects.toMatchObject({ code: 'io' })
  })
})
