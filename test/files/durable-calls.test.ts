import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { claimName } from '../../src/files/claim-name.ts'
import { createFileDurably } from '../../src/files/create-file-durably.ts'
import { makeFolderDurably } from '../../src/files/make-folder-durably.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import { isSameFile, replaceFileDurably } from '../../src/files/replace-file-durably.ts'
import { FaultFs } from './fault-fs.ts'
import { lateFs } from './late-fs.ts'
import { MemoryFs } from './memory-fs.ts'
import { tempFolder } from './temp-folder.ts'

const CONTENT = Buffer.from('eleven byte')
const path = '/folder/file'

/** Tells which folders were made durable. */
class WatchedFs extends MemoryFs {
  readonly syncedFolders: string[] = []

  override async syncFolder(folder: string): Promise<void> {
    this.syncedFolders.push(folder)
    await super.syncFolder(folder)
  }
}

function inFolder(content?: string): WatchedFs {
  const fs = new WatchedFs()
  fs.put('/folder/beside', 'x')
  if (content !== undefined) fs.put(path, content)
  return fs
}

const writers = {
  create: { before: undefined, run: (fs: MemoryFs | FaultFs) => createFileDurably(path, CONTENT, fs) },
  'replace nothing': {
    before: undefined,
    run: (fs: MemoryFs | FaultFs) => replaceFileDurably(path, (write) => write(CONTENT), { fs }),
  },
  'replace a file': {
    before: 'old',
    run: (fs: MemoryFs | FaultFs) => replaceFileDurably(path, (write) => write(CONTENT), { fs }),
  },
}

test.each([
  ...Object.entries(writers),
  ['claim', { before: undefined, run: (fs: MemoryFs | FaultFs) => claimName(fs, path, 'me') }],
] as const)('%s makes a file that others can read, if only for a moment', async (_, { before, run }) => {
  for (const hasLinks of [true, false]) {
    const fs = inFolder(before)
    const modes: unknown[] = []
    const open = fs.open.bind(fs)
    fs.open = (name, flags, mode) => {
      if (flags !== 'r') modes.push(mode)
      return open(name, flags, mode)
    }
    if (!hasLinks) fs.link = () => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' }))
    await run(fs)
    expect(new Set(modes)).toEqual(new Set([0o600]))
  }
})

test('a folder that is made can be looked into by others', async () => {
  const home = tempFolder()
  await nodeFs.mkdir(join(home, 'a/b'))
  expect(['a', 'a/b'].map((name) => statSync(join(home, name)).mode & 0o777)).toEqual([0o700, 0o700])
})

test.each(Object.entries(writers))(
  '%s returns before content and name are durable (I8)',
  async (_, { before, run }) => {
    const fs = inFolder(before)
    await run(fs)
    // Above a half a name is as its folder was synced last; of unsynced content a part is left.
    expect(fs.powerLoss(() => 0.6).text(path)).toBe(String(CONTENT))
    expect(fs.syncedFolders).toEqual(['/folder'])
  },
)

test.each(Object.entries(writers))('%s names the file before its content is durable', async (_, { before, run }) => {
  const watched = new FaultFs(undefined, inFolder(before))
  await run(watched)
  const naming = watched.names.findIndex((name) => name === 'link' || name === 'rename')
  expect(watched.names.slice(0, naming).filter((name) => name === 'fsync')).toHaveLength(1)
  expect(watched.names.slice(naming).filter((name) => name === 'syncFolder')).toHaveLength(1)
})

test.each(Object.entries(writers))('%s hides that the folder could not be synced', async (_, { before, run }) => {
  const clean = new FaultFs(undefined, inFolder(before))
  await run(clean)
  const fault = { at: clean.names.indexOf('syncFolder') + 1, code: 'EIO' }
  const fs = inFolder(before)
  await expect(run(new FaultFs(fault, fs))).rejects.toMatchObject({ code: 'not_durable', cause: { code: 'EIO' } })
  expect(fs.paths().toSorted()).toEqual(['/folder/beside', path])
})

test.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK', 'EINVAL'])(
  'a file is not made, or a descriptor stays open, where a link fails with %s',
  async (code) => {
    const clean = new FaultFs(undefined, inFolder())
    await writers.create.run(clean)
    const fs = inFolder()
    let isOpen = 0
    const base = new Proxy(fs, {
      get: (target, name) => {
        if (name !== 'open') return Reflect.get(target, name, target).bind(target)
        return async (...given: Parameters<MemoryFs['open']>) => {
          const file = await target.open(...given)
          isOpen += 1
          return { ...file, close: async () => void (isOpen -= 1) }
        }
      },
    })
    const faulty = new FaultFs({ at: clean.names.indexOf('link') + 1, code }, base)
    expect(await writers.create.run(faulty)).toBe(true)
    expect(isOpen).toBe(0)
    expect(fs.powerLoss(() => 0.6).text(path)).toBe(String(CONTENT))
    expect(fs.paths().toSorted()).toEqual(['/folder/beside', path])
  },
)

test('a link that fails for another reason makes the file all the same', async () => {
  const clean = new FaultFs(undefined, inFolder())
  await writers.create.run(clean)
  const fs = inFolder()
  const faulty = new FaultFs({ at: clean.names.indexOf('link') + 1, code: 'ENOSPC' }, fs)
  await expect(writers.create.run(faulty)).rejects.toMatchObject({ cause: { code: 'ENOSPC' } })
  expect(fs.paths()).toEqual(['/folder/beside'])
})

describe('where there are no links, a name that was taken for the new file alone', () => {
  /** Before each call of this name behind the link, this happens. */
  function reserved(name: 'stat' | 'rename', happens: (fs: WatchedFs) => unknown) {
    const fs = inFolder()
    fs.link = async () => {
      const own = fs[name].bind(fs) as (...given: unknown[]) => Promise<unknown>
      Object.assign(fs, { [name]: async (...given: unknown[]) => (await happens(fs), own(...given)) })
      throw Object.assign(new Error('no links'), { code: 'ENOTSUP' })
    }
    return fs
  }
  const broken = (): never => {
    throw Object.assign(new Error('the disk'), { code: 'EIO' })
  }

  test('stays when the file cannot be put there', async () => {
    const fs = reserved('rename', broken)
    const late = lateFs(fs)
    await expect(createFileDurably(path, CONTENT, late.fs)).rejects.toMatchObject({
      code: 'io',
      cause: { code: 'EIO' },
    })
    expect([fs.paths(), late.underWay(), late.overlaps]).toEqual([['/folder/beside'], 0, []])
  })

  test.each<[string, (fs: WatchedFs) => unknown]>([
    ['has written into it', async (fs) => (await fs.open(path, 'a')).write(Buffer.from('theirs'))],
    ['has put another file there', (fs) => fs.put(path, 'theirs')],
    ['has put an empty file there', (fs) => fs.put(path, '')],
  ])('is taken back from somebody who %s', async (_, happens) => {
    let text: string | undefined
    const fs = reserved('stat', async (made) => (text ??= (await happens(made), made.text(path))))
    await expect(writers.create.run(fs)).rejects.toMatchObject({ code: 'changed_meanwhile', path })
    expect([fs.paths().toSorted(), fs.text(path)]).toEqual([['/folder/beside', path], text])
  })

  test('goes with what somebody wrote into it when the file cannot be put there', async () => {
    const fs = reserved('rename', async (made) => {
      await (await made.open(path, 'a')).write(Buffer.from('theirs'))
      broken()
    })
    await expect(writers.create.run(fs)).rejects.toMatchObject({ cause: { code: 'EIO' } })
    expect(fs.text(path)).toBe('theirs')
  })
})

test.each([
  { known: '/', synced: ['/a/b', '/a', '/'] },
  { known: '/a', synced: ['/a/b', '/a'] },
  { known: '/a/b', synced: ['/a/b'] },
  { known: '/a/b/c', synced: [] },
])('of new folders under $known one is lost with the power', async ({ known, synced }) => {
  const fs = new WatchedFs()
  if (known !== '/') fs.put(`${known}/beside`, 'x')
  await makeFolderDurably(fs, '/a/b/c')
  expect(fs.syncedFolders).toEqual(synced)
})

test.each(['dev', 'ino', 'size', 'mtimeMs', 'ctimeMs'] as const)(
  'a file with another %s is taken for the same',
  async (key) => {
    const before = await inFolder('old').stat(path)
    expect(isSameFile(before, { ...before, mode: 0, uid: 7, gid: 7 })).toBe(true)
    expect(isSameFile(before, { ...before, [key]: before[key] + 1 })).toBe(false)
  },
)
