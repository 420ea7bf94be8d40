import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { backUp } from '../../src/files/back-up.ts'
import { backupFolderPath } from '../../src/files/backup-folder.ts'
import type { Fs } from '../../src/files/fs.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import { findBackup, listBackups } from '../../src/files/list-backups.ts'
import { pruneBackups } from '../../src/files/prune-backups.ts'
import { repairFile } from '../../src/files/repair-file.ts'
import { undo } from '../../src/files/undo.ts'
import { scale } from '../seeds.ts'
import { FaultFs } from './fault-fs.ts'
import { MemoryFs } from './memory-fs.ts'
import { tempFolder } from './temp-folder.ts'

const content = randomBytes(3_000_000)
const replacement = Buffer.from('repaired\n')
const reason = 'tool_result_missing'

function scene(): {
  path: string
  folder: string
  clock: { time: number }
  options: { folder: string; liveness: false; reason: string; now: () => number }
} {
  const home = tempFolder()
  const path = join(home, 'session.jsonl')
  writeFileSync(path, content)
  chmodSync(path, 0o604)
  utimesSync(path, 1_700_000_000.5, 1_700_000_000.25)
  const clock = { time: Date.parse('2026-11-21T08:00:00Z') }
  const folder = join(home, 'state', 'backups')
  return { path, folder, clock, options: { folder, liveness: false, reason, now: () => clock.time } }
}

const repair = (write: (bytes: Uint8Array) => Promise<void>): Promise<void> => write(replacement)

test('undo does not restore bytes, mode or time', async () => {
  const { path, options } = scene()
  const { backupId } = await repairFile(path, repair, options)
  expect(readFileSync(path).equals(replacement)).toBe(true)
  expect(await undo(backupId, options)).toEqual({ id: backupId, restored: [path], unchanged: [] })
  expect(readFileSync(path).equals(content)).toBe(true)
  expect(statSync(path)).toMatchObject({ mode: 0o100604, mtimeMs: 1_700_000_000_250 })
  expect((await findBackup(backupId, options)).undoneAt).toBe('2026-11-21T08:00:00.000Z')
  expect(await undo(backupId, options)).toEqual({ id: backupId, restored: [], unchanged: [path] })
})

test('undo overwrites what was appended after the repair, or forced undo loses it', async () => {
  const { path, options } = scene()
  const { backupId } = await repairFile(path, repair, options)
  writeFileSync(path, 'their next turn\n', { flag: 'a' })
  await expect(undo(backupId, options)).rejects.toMatchObject({ code: 'changed_meanwhile', path })
  const { backup, restored } = await undo(backupId, { ...options, force: true })
  expect(restored).toEqual([path])
  expect(readFileSync(path).equals(content)).toBe(true)
  await undo(backup!.id, { ...options, force: true })
  expect(readFileSync(path, 'utf8')).toBe('repaired\ntheir next turn\n')
})

test('undo loses what a program appends while it restores', async () => {
  const { path, options } = scene()
  const { backupId } = await repairFile(path, repair, options)
  let appended = false
  const fs: Fs = {
    ...nodeFs,
    async open(name, flags, mode) {
      // The new content begins to be written: all checks have been made.
      if (flags === 'wx' && dirname(name) === dirname(path) && !appended) {
        appended = true
        writeFileSync(path, 'their next turn\n', { flag: 'a' })
      }
      return nodeFs.open(name, flags, mode)
    },
  }
  await expect(undo(backupId, { ...options, fs })).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect(appended).toBe(true)
  expect(readFileSync(path, 'utf8')).toBe('repaired\ntheir next turn\n')
})

test('undo restores a file while a repair of it is running', async () => {
  const { path, options } = scene()
  const { backupId } = await repairFile(path, repair, options)
  const work = repairFile(
    path,
    async (write) => {
      await expect(undo(backupId, options)).rejects.toMatchObject({ code: 'locked' })
      await write(Buffer.from('again\n'))
    },
    options,
  )
  await work
  expect(readFileSync(path, 'utf8')).toBe('again\n')
})

test('undo cannot bring back a file that vanished', async () => {
  const { path, options } = scene()
  const { backupId } = await repairFile(path, repair, options)
  rmSync(path)
  await undo(backupId.slice(0, 10), options)
  expect(readFileSync(path).equals(content)).toBe(true)
})

test('undo restores from a damaged copy', async () => {
  const { path, folder, options } = scene()
  const { backupId } = await repairFile(path, repair, options)
  const copy = readdirSync(folder).find((name) => name.length === 64)!
  chmodSync(join(folder, copy), 0o600)
  writeFileSync(join(folder, copy), content.subarray(1))
  const undone = (): Promise<unknown> => undo(backupId, { ...options, force: true })
  const unreadable = { code: 'backup_unreadable', path }
  await expect(undone()).rejects.toMatchObject({ ...unreadable, message: expect.stringContaining('is damaged') })
  rmSync(join(folder, copy))
  const cause = { code: 'ENOENT' }
  await expect(undone()).rejects.toMatchObject({ ...unreadable, message: expect.stringContaining('be read'), cause })
  writeFileSync(join(folder, copy), content.subarray(1))
  expect(readFileSync(path).equals(replacement)).toBe(true)
  // The next backup of the same content must not trust the damaged copy.
  writeFileSync(path, content)
  await backUp([path], reason, options)
  expect(readFileSync(join(folder, copy)).equals(content)).toBe(true)
})

test('a copy that does not read back passes for a backup', async () => {
  const { path, options } = scene()
  const lying = new (class extends FaultFs {
    override async open(...call: Parameters<FaultFs['open']>): ReturnType<FaultFs['open']> {
      const file = await super.open(...call)
      return call[1] === 'r' ? file : { ...file, write: async (bytes) => file.write(Buffer.from(bytes).fill(0, 0, 1)) }
    }
  })()
  await expect(repairFile(path, repair, { ...options, fs: lying })).rejects.toMatchObject({ code: 'backup_failed' })
  expect(readFileSync(path).equals(content)).toBe(true)
})

test('equal contents are kept twice, or backups of the same second overwrite each other', async () => {
  const { path, folder, options } = scene()
  const ids = [
    await backUp([path], reason, options),
    await backUp([path], reason, options),
    await backUp([path], reason, options),
  ]
  expect(new Set(ids.map(({ manifest }) => manifest.id)).size).toBe(3)
  expect(readdirSync(folder).filter((name) => name.length === 64)).toHaveLength(1)
  expect((await listBackups(options)).backups).toHaveLength(3)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([
    0o600, 0o600, 0o600, 0o600,
  ])
})

test('an unreadable manifest disappears from the list, or lets contents be pruned', async () => {
  const { path, folder, clock, options } = scene()
  const { manifest } = await backUp([path], reason, options)
  writeFileSync(join(folder, 'torn.json'), '{"schema":1,"id":"to')
  writeFileSync(
    join(folder, 'evil.json'),
    JSON.stringify({ ...manifest, id: 'evil', files: [{ ...manifest.files[0], sha256: '../../x' }] }),
  )
  const { backups, unreadable } = await listBackups(options)
  expect(backups.map(({ id }) => id)).toEqual([manifest.id])
  expect(unreadable.map(({ code }) => code)).toEqual(['backup_unreadable', 'backup_unreadable'])
  clock.time += 400 * 86_400_000
  expect(await pruneBackups({ ...options, keep: 0 })).toEqual({ removed: [manifest.id], freedBytes: 0, unreadable })
  expect(existsSync(join(folder, manifest.files[0]!.sha256))).toBe(true)
})

test('pruning takes a young backup, a content that is still named, or nothing', async () => {
  const { path, folder, clock, options } = scene()
  clock.time = Date.now() - 60 * 86_400_000
  const first = await backUp([path], reason, options)
  clock.time = Date.now() - 50 * 86_400_000
  const second = await repairFile(path, repair, options)
  clock.time += 1
  const third = await backUp([path], reason, options)
  clock.time = Date.now()
  for (const name of readdirSync(folder).filter((entry) => entry.length === 64)) {
    utimesSync(join(folder, name), clock.time / 1000, clock.time / 1000)
  }
  expect(await pruneBackups(options)).toEqual({ removed: [], freedBytes: 0, unreadable: [] })
  expect(await pruneBackups({ ...options, keep: 1, dryRun: true })).toMatchObject({ removed: { length: 2 } })
  const newest = (await listBackups(options)).backups[0]!.id
  expect(newest).toBe(third.manifest.id)
  expect(newest).not.toBe(second.backupId)
  const { removed } = await pruneBackups({ ...options, keep: 1 })
  expect(removed).toContain(first.manifest.id)
  expect((await listBackups(options)).backups.map(({ id }) => id)).toEqual([newest])
  expect(readdirSync(folder).filter((name) => name.length === 64)).toHaveLength(2)
  clock.time += 2 * 86_400_000
  // Whatever else lies there is nobody's content.
  const others = [`x${'a'.repeat(64)}`, `${'a'.repeat(64)}.txt`, 'A'.repeat(64), 'a'.repeat(63)]
  for (const name of others) writeFileSync(join(folder, name), '')
  await pruneBackups({ ...options, keep: 1 })
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(others))
  for (const name of others) rmSync(join(folder, name))
  expect(readdirSync(folder).filter((name) => name.length === 64)).toEqual([
    (await findBackup(newest, options)).files[0]!.sha256,
  ])
})

test('a content that is about to be named again is pruned', async () => {
  const { path, folder, clock, options } = scene()
  clock.time += 100 * 86_400_000
  const { manifest } = await backUp([path], reason, options)
  clock.time += 100 * 86_400_000
  await backUp([path], reason, options)
  rmSync(join(folder, `${(await listBackups(options)).backups[0]!.id}.json`))
  await pruneBackups({ ...options, keep: 0 })
  expect(existsSync(join(folder, manifest.files[0]!.sha256))).toBe(true)
})

test('a power loss at any call of a repair loses the original', async () => {
  const options = { folder: '/home/state/backups', liveness: false, reason, now: () => 1_700_000_000_000 } as const
  for (let at = 1; ; at += 1) {
    const disk = new MemoryFs()
    disk.put('/home/session.jsonl', 'original')
    const fs = new FaultFs({ at, code: 'EIO', persistent: true }, disk)
    const done = await repairFile('/home/session.jsonl', repair, { ...options, fs }).then(
      () => true,
      () => false,
    )
    let seed = at
    for (let round = 0; round < 20 * scale; round += 1) {
      const after = disk.powerLoss(() => (seed = (seed * 48271) % 2147483647) / 2147483647)
      const now = after.text('/home/session.jsonl')
      expect(done ? ['repaired\n'] : ['original', 'repaired\n'], `${fs.names[at - 1]}`).toContain(now)
      if (now !== 'original') await undo(undefined, { ...options, fs: after })
      expect(after.text('/home/session.jsonl'), `${fs.names[at - 1]}`).toBe('original')
    }
    if (done) break
  }
})

test('an ambiguous or unknown id undoes some backup', async () => {
  const { path, options } = scene()
  await backUp([path], reason, options)
  await backUp([path], reason, options)
  await expect(findBackup('2026', options)).rejects.toMatchObject({ code: 'not_found' })
  await expect(findBackup('1999', options)).rejects.toMatchObject({ code: 'not_found' })
})

test('a file that is not what was planned for is repaired', async () => {
  const { path, options } = scene()
  const { stats } = await backUp([path], reason, options)
  writeFileSync(path, 'their next turn\n', { flag: 'a' })
  await expect(repairFile(path, repair, { ...options, expected: stats[0]! })).rejects.toMatchObject({
    code: 'changed_meanwhile',
  })
  expect((await listBackups(options)).backups).toHaveLength(1)
})

test('an error in any single call of a repair loses the original, or leaves one that cannot be undone', async () => {
  for (const persistent of [false, true])
    for (let at = 1; ; at += 1) {
      const { path, options } = scene()
      writeFileSync(path, 'original')
      const fs = new FaultFs({ at, code: 'EIO', persistent })
      const done = await repairFile(path, repair, { ...options, fs }).then(
        () => true,
        () => false,
      )
      const now = readFileSync(path, 'utf8')
      expect(['original', 'repaired\n']).toContain(now)
      expect(done && now === 'original', `${fs.names[at - 1]} (${at})`).toBe(false)
      const undone = now === 'original' ? now : await undo(undefined, options).then(() => readFileSync(path, 'utf8'))
      expect(undone, `${fs.names[at - 1]} (${at})`).toBe('original')
      if (at > fs.calls) break
    }
})

test('backups go to a relative or an empty XDG_STATE_HOME', () => {
  const fallback = '/home/u/.local/state/session-recovery/backups'
  expect(backupFolderPath({ HOME: '/home/u', XDG_STATE_HOME: '/state' })).toBe('/state/session-recovery/backups')
  expect(backupFolderPath({ HOME: '/home/u', XDG_STATE_HOME: '' })).toBe(fallback)
  expect(backupFolderPath({ HOME: '/home/u', XDG_STATE_HOME: 'state' })).toBe(fallback)
})
