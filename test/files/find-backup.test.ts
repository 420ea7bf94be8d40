import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { backUp } from '../../src/files/back-up.ts'
import { findBackup, listBackups } from '../../src/files/list-backups.ts'
import { undo } from '../../src/files/undo.ts'
import { FaultFs } from './fault-fs.ts'
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

  test('that was undone is the newest to undo', async () => {
    const { made, options } = await threeBackups()
    expect((await findBackup(undefined, options)).id).toBe(made[2])
    await undo(made[2], { ...options, force: true })
    const ids = (await listBackups(options)).backups.filter(({ undoneAt }) => undoneAt).map(({ id }) => id)
    expect(ids).toEqual([made[2]])
    expect((await findBackup(undefined, options)).id).not.toBe(made[2])
  })

  test('in a folder that is not there, or cannot be read, is an empty list', async () => {
    const { options } = await threeBackups()
    const none = await listBackups({ ...options, folder: join(tempFolder(), 'none') })
    expect(none).toEqual({ backups: [], unreadable: [] })
    const broken = { ...options, fs: new FaultFs({ at: 1, code: 'EIO' }) }
    await expect(listBackups(broken)).rejects.toMatchObject({ code: 'io' })
  })
})
