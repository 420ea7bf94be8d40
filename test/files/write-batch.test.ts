import { chmodSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hashFile } from '../../src/files/hash-file.ts'
import { listBackups } from '../../src/files/list-backups.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import { undo } from '../../src/files/undo.ts'
import { type BatchWrite, writeBatch } from '../../src/files/write-batch.ts'
import { lateFs } from './late-fs.ts'
import { tempFolder } from './temp-folder.ts'

describe('a batch', () => {
  interface Scene {
    readonly home: string
    readonly options: Parameters<typeof writeBatch>[1]
    readonly write: (name: string, content: string, isNew?: boolean) => Promise<BatchWrite>
  }
  function scene(): Scene {
    const home = tempFolder()
    writeFileSync(join(home, 'lock'), '')
    const options = { folder: join(tempFolder(), 'backups'), reason: 'test', lock: join(home, 'lock') }
    const write = async (name: string, content: string, isNew = false): Promise<BatchWrite> => {
      const path = join(home, name)
      if (isNew) return { path, content: Buffer.from(content) }
      writeFileSync(path, 'old')
      const seen = { stat: await nodeFs.stat(path), sha256: (await hashFile(nodeFs, path)).sha256 }
      return { path, content: Buffer.from(content), seen }
    }
    return { home, options, write }
  }
  const textOf = (path: string): string => readFileSync(path, 'utf8')

  test('of a file that is replaced and one that is made is not written, or not undone (I7)', async () => {
    const { home, options, write } = scene()
    const writes = [await write('a', 'A'), await write('sub/b', 'B', true)]
    const { backupId, refused, written } = await writeBatch(writes, options)
    expect([written, refused]).toEqual([writes.map(({ path }) => path), []])
    expect([textOf(join(home, 'a')), textOf(join(home, 'sub/b'))]).toEqual(['A', 'B'])
    await undo(backupId!, options)
    expect(textOf(join(home, 'a'))).toBe('old')
    expect(await nodeFs.readdir(home)).toEqual(['a', 'lock'])
  })

  test('of two made files that were written to since is undone, or the wrong one is named (I7)', async () => {
    const { home, options, write } = scene()
    const writes = [await write('a', 'A', true), await write('b', 'B', true), await write('c', 'C')]
    const paths = writes.map(({ path }) => path)
    const { backupId } = await writeBatch(writes, options)
    for (const path of paths) writeFileSync(path, 'theirs')
    await expect(undo(backupId!, options)).rejects.toMatchObject({ code: 'changed_meanwhile', path: paths[2] })
    writeFileSync(paths[2]!, 'C')
    await expect(undo(backupId!, options)).rejects.toMatchObject({ code: 'changed_meanwhile', path: paths[0] })
    const undone = await undo(backupId!, { ...options, force: true })
    expect(undone).toMatchObject({ restored: [paths[2], paths[0], paths[1]], unchanged: [] })
    expect(undone.backup!.reason).toBe(`before the forced undo of ${backupId}`)
    expect(await nodeFs.readdir(home)).toEqual(['c', 'lock'])
    expect((await undo(backupId!, options)).unchanged).toEqual([paths[2], paths[0], paths[1]])
    await undo(undone.backup!.id, { ...options, force: true })
    expect(paths.map(textOf)).toEqual(['theirs', 'theirs', 'old'])
  })

  test('of two replaced files that were written to since names the wrong one (I7)', async () => {
    const { options, write } = scene()
    const writes = [await write('a', 'A'), await write('b', 'B')]
    const paths = writes.map(({ path }) => path)
    const { backupId } = await writeBatch(writes, options)
    const [backup] = (await listBackups(options)).backups
    // What no file or folder was made for is not in the manifest.
    expect([backup?.id, backup && 'folders' in backup, backup && 'created' in backup]).toEqual([backupId, false, false])
    for (const path of paths) writeFileSync(path, 'theirs')
    await expect(undo(backupId!, options)).rejects.toMatchObject({ code: 'changed_meanwhile', path: paths[0] })
    expect((await undo(backupId!, { ...options, force: true })).restored).toEqual(paths)
    expect(paths.map(textOf)).toEqual(['old', 'old'])
  })

  test('of a file that a program holds, or may not be written, writes it, or holds the others up', async () => {
    const { home, options, write } = scene()
    const writes = [await write('a', 'A'), await write('b', 'B'), await write('c', 'C')]
    writeFileSync(join(home, 'a.lock'), '')
    chmodSync(join(home, 'c'), 0o400)
    const seen = { ...writes[2]!.seen!, stat: await nodeFs.stat(join(home, 'c')) }
    const { refused, written } = await writeBatch([...writes.slice(0, 2), { ...writes[2]!, seen }], options)
    expect(refused).toEqual([
      { path: join(home, 'a'), why: 'live' },
      { path: join(home, 'c'), why: 'read_only' },
    ])
    expect([written, textOf(join(home, 'a')), textOf(join(home, 'b'))]).toEqual([[join(home, 'b')], 'old', 'B'])
  })

  test('of nothing makes a backup', async () => {
    const { options } = scene()
    expect(await writeBatch([], options)).toEqual({ backupId: null, written: [], refused: [] })
    expect((await listBackups(options)).backups).toEqual([])
  })

  test.each<[string, (home: string) => void, why: string]>([
    ['has grown', (home) => writeFileSync(join(home, 'a'), 'old and more'), 'changed_meanwhile'],
    ['is gone', (home) => void nodeFs.unlinkNow(join(home, 'a')), 'changed_meanwhile'],
    ['was written as it was', (home) => utimesSync(join(home, 'a'), 1, 1), 'changed_meanwhile'],
  ])('writes over a file that %s meanwhile, or holds the others up', async (_, happens, why) => {
    const { home, options, write } = scene()
    const writes = [await write('a', 'A'), await write('b', 'B')]
    happens(home)
    const { refused, written } = await writeBatch(writes, options)
    expect(refused).toEqual([{ path: join(home, 'a'), why }])
    expect(written).toEqual([join(home, 'b')])
    expect(textOf(join(home, 'b'))).toBe('B')
  })

  test('of which nothing could be written leaves a backup, or is over before that is gone', async () => {
    const { home, options, write } = scene()
    const writes = [await write('a', 'A')]
    const grows = async (from: string, to: string): Promise<void> => {
      await nodeFs.rename(from, to)
      if (to.endsWith('.json')) writeFileSync(join(home, 'a'), 'old and more')
    }
    const late = lateFs({ ...nodeFs, rename: grows })
    const { backupId, refused } = await writeBatch(writes, { ...options, fs: late.fs })
    expect([backupId, refused.map(({ why }) => why)]).toEqual([null, ['changed_meanwhile']])
    expect([late.underWay(), late.overlaps, (await listBackups(options)).backups]).toEqual([0, [], []])
  })

  test('of which two are refused tells them in another order, or hides what the system says', async () => {
    const { home, options, write } = scene()
    const writes = [await write('a', 'A'), await write('b', 'B'), await write('c', 'C')]
    for (const name of ['a', 'c']) nodeFs.unlinkNow(join(home, name))
    const { refused } = await writeBatch(writes, options)
    expect(refused.map(({ path }) => path)).toEqual([join(home, 'a'), join(home, 'c')])
    const broken = Object.assign(new Error('the disk'), { code: 'EIO' })
    const fs = { ...nodeFs, stat: () => Promise.reject(broken) }
    await expect(writeBatch([writes[1]!], { ...options, fs })).rejects.toBe(broken)
  })

  test('writes over what has changed since it was looked at, or keeps no copy of what it had written when the disk fails', async () => {
    const { home, options, write } = scene()
    const [first, second] = [await write('a', 'A'), await write('b', 'B')]
    const realpath = async (path: string): Promise<string> => {
      if (path === first.path) writeFileSync(path, 'theirs')
      return nodeFs.realpath(path)
    }
    const { refused, written } = await writeBatch([first, second], { ...options, fs: { ...nodeFs, realpath } })
    expect([refused, written]).toEqual([[{ path: first.path, why: 'changed_meanwhile' }], [second.path]])
    expect([textOf(first.path), textOf(second.path)]).toEqual(['theirs', 'B'])
    const broken = Object.assign(new Error('the disk'), { code: 'EIO' })
    const rename = (from: string, to: string): Promise<void> =>
      to === join(home, 'd') ? Promise.reject(broken) : nodeFs.rename(from, to)
    const failing = [await write('c', 'C'), await write('d', 'D')]
    await expect(writeBatch(failing, { ...options, fs: { ...nodeFs, rename } })).rejects.toThrow('the disk')
    expect(['c', 'd'].map((name) => textOf(join(home, name)))).toEqual(['C', 'old'])
    const { backups } = await listBackups(options)
    await undo(backups.find(({ files }) => files[0]!.path === join(home, 'c'))!.id, options)
    expect(textOf(join(home, 'c'))).toBe('old')
  })

  test('trusts the times of a file whose content is another one', async () => {
    const { options, write } = scene()
    const given = await write('a', 'A')
    const { refused, backupId } = await writeBatch(
      [{ ...given, seen: { ...given.seen!, sha256: '0'.repeat(64) } }],
      options,
    )
    expect([refused, backupId]).toEqual([[{ path: given.path, why: 'changed_meanwhile' }], null])
    expect((await listBackups(options)).backups).toEqual([])
  })

  test('overwrites what has appeared where a file was to be made', async () => {
    const { home, options, write } = scene()
    const writes = [await write('a', 'A', true), await write('b', 'B', true)]
    writeFileSync(join(home, 'a'), 'theirs')
    const { backupId, refused, written } = await writeBatch(writes, options)
    expect([written, refused]).toEqual([[join(home, 'b')], [{ path: join(home, 'a'), why: 'exists' }]])
    await undo(backupId!, options)
    expect([textOf(join(home, 'a')), await nodeFs.readdir(home)]).toEqual(['theirs', ['a', 'lock']])
  })

  test('tells refusals of the plan and of the writing in another order', async () => {
    const { home, options, write } = scene()
    const [gone, a, b] = [await write('gone', 'G'), await write('a', 'A', true), await write('b', 'B', true)]
    nodeFs.unlinkNow(gone.path)
    for (const name of ['a', 'b']) writeFileSync(join(home, name), 'theirs')
    const { backupId, refused } = await writeBatch([a, gone, b, await write('c', 'C')], options)
    expect(refused.map(({ path }) => path)).toEqual([gone.path, a.path, b.path])
    expect((await listBackups(options)).backups.map(({ id, created }) => [id, created])).toEqual([
      [backupId, undefined],
    ])
  })

  test('that writes nothing keeps a backup', async () => {
    const { home, options, write } = scene()
    const only = await write('a', 'A', true)
    writeFileSync(join(home, 'a'), 'theirs')
    const refused = [{ path: only.path, why: 'exists' }]
    expect(await writeBatch([only], options)).toEqual({ backupId: null, written: [], refused })
    const gone = await write('b', 'B')
    nodeFs.unlinkNow(gone.path)
    const made: string[] = []
    const fs = { ...nodeFs, rename: async (from: string, to: string) => void made.push(from, to) }
    expect(await writeBatch([gone], { ...options, fs })).toEqual({
      backupId: null,
      written: [],
      refused: [{ path: gone.path, why: 'changed_meanwhile' }],
    })
    // Not even for a moment: there is nothing to keep.
    expect(made).toEqual([])
    expect((await listBackups(options)).backups).toEqual([])
  })
})
