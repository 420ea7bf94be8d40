import { describe, expect, test } from 'vitest'
import { backUp, dropBackup } from '../../src/files/back-up.ts'
import { createFileDurably } from '../../src/files/create-file-durably.ts'
import { FileMemory } from '../../src/files/file-memory.ts'
import { withFileLock } from '../../src/files/file-lock.ts'
import type { Fs } from '../../src/files/fs.ts'
import { contentOf, hasContent } from '../../src/files/has-content.ts'
import { findBackup } from '../../src/files/list-backups.ts'
import { makeFolderDurably } from '../../src/files/make-folder-durably.ts'
import { pruneBackups } from '../../src/files/prune-backups.ts'
import { readSeenFile } from '../../src/files/read-seen-file.ts'
import { repairFile } from '../../src/files/repair-file.ts'
import { replaceFileDurably } from '../../src/files/replace-file-durably.ts'
import { backUpRows } from '../../src/files/rows/back-up-rows.ts'
import { undo } from '../../src/files/undo.ts'
import { writeBatch } from '../../src/files/write-batch.ts'
import { provesFaults, provesWaiting } from './call-proofs.ts'
import { FaultFs } from './fault-fs.ts'
import { MemoryFs } from './memory-fs.ts'

const A = '/home/a.txt'
const B = '/home/b.txt'
const DAY = 86_400_000
const bytes = Buffer.from('new')
const write = (put: (bytes: Uint8Array) => Promise<void>): Promise<void> => put(bytes)
const at = (fs: Fs, day = 0) =>
  ({ fs, folder: '/backups', now: () => day * DAY, reason: 'test', liveness: false }) as const

/** A file system that knows no hard links. */
const withoutLinks = (fs: Fs): Fs =>
  new Proxy(fs, {
    get: (target, name) => {
      const own: unknown = Reflect.get(target, name, target)
      if (name === 'link') return () => Promise.reject(Object.assign(new Error('no links'), { code: 'ENOTSUP' }))
      return typeof own === 'function' ? own.bind(target) : own
    },
  })

interface Work {
  readonly before?: (fs: MemoryFs) => Promise<unknown>
  readonly run: (fs: Fs) => Promise<unknown>
  /** What the disk holds when the power goes right behind it. */
  readonly after?: Readonly<Record<string, string | undefined>>
  /** Calls that may fail without harm: the work is done all the same. */
  readonly harmless?: readonly string[]
}

const replaceA = (fs: Fs): Promise<unknown> => repairFile(A, write, at(fs))
const replaced = { harmless: ['readdir', 'unlink'], after: { [A]: 'new', [B]: 'other' } }
const works: Readonly<Record<string, Work>> = {
  'to make a folder': { run: (fs) => makeFolderDurably(fs, '/home/one/two') },
  'to create a file': {
    run: (fs) => createFileDurably('/home/c.txt', bytes, fs),
    after: { '/home/c.txt': 'new' },
    harmless: ['readdir', 'unlink'],
  },
  'to create a file where there are no links': {
    run: (fs) => createFileDurably('/home/c.txt', bytes, withoutLinks(fs)),
    after: { '/home/c.txt': 'new' },
    harmless: ['readdir', 'unlink'],
  },
  'to replace a file': {
    run: (fs) => replaceFileDurably(A, write, { fs, mtimeMs: 7 }),
    ...replaced,
    harmless: ['readdir'],
  },
  'to read a file': { run: async (fs) => String((await readSeenFile(fs, A))?.bytes) },
  'to compare a file': { run: (fs) => hasContent(fs, A, contentOf('old')) },
  'to work under a lock': { run: (fs) => withFileLock(A, async () => 'done', at(fs)), harmless: ['unlink'] },
  'to work under a lock that was left': {
    before: async (fs) => {
      const lock = await withFileLock(A, async () => fs.paths().find((path) => path.endsWith('.lock'))!, at(fs))
      fs.put(lock, '999999999\n0\n')
    },
    run: (fs) => withFileLock(A, async () => 'done', at(fs)),
    harmless: ['readdir', 'unlink'],
  },
  'to work under a lock where there are no links': {
    run: (fs) => withFileLock(A, async () => 'done', at(withoutLinks(fs))),
    harmless: ['unlink'],
  },
  'to back up two files': { run: (fs) => backUp([A, B], 'test', at(fs)), harmless: ['readdir'] },
  'to back up a file again': {
    before: (fs) => backUp([A], 'test', at(fs)),
    run: (fs) => backUp([A], 'test', at(fs, 1)),
    harmless: ['readdir'],
  },
  'to back up rows': {
    run: (fs) => backUpRows({ path: A, agent: 'agent', session: 's' }, [], 'test', at(fs)),
    harmless: ['readdir'],
  },
  'to repair a file': { run: replaceA, ...replaced },
  'to undo a repair': {
    before: replaceA,
    run: (fs) => undo(undefined, at(fs)),
    after: { [A]: 'old', [B]: 'other' },
    harmless: ['realpath', 'readdir', 'unlink'],
  },
  'to undo over what was written since': {
    before: async (fs) => {
      await replaceA(fs)
      fs.put(A, 'newer')
    },
    run: (fs) => undo(undefined, { ...at(fs), force: true }),
    after: { [A]: 'old', [B]: 'other' },
    harmless: ['realpath', 'readdir', 'unlink'],
  },
  'to undo a file that was made': {
    before: (fs) => writeBatch([{ path: '/home/made/c.txt', content: bytes }], { ...at(fs), lock: A }),
    run: (fs) => undo(undefined, at(fs)),
    after: { [A]: 'old', '/home/made/c.txt': undefined },
    harmless: ['realpath', 'readdir', 'rmdir', 'unlink'],
  },
  'to write two files': {
    run: (fs) =>
      writeBatch(
        [
          { path: '/home/c.txt', content: bytes },
          { path: '/home/made/d.txt', content: bytes },
        ],
        { ...at(fs), lock: A },
      ),
    after: { [A]: 'old', '/home/c.txt': 'new', '/home/made/d.txt': 'new' },
    harmless: ['readdir', 'unlink'],
  },
  'to drop a backup': {
    before: (fs) => backUp([A], 'test', at(fs)),
    run: async (fs) => dropBackup((await findBackup(undefined, at(fs))).id, at(fs)),
    harmless: ['unlink'],
  },
  'to find a backup': { before: (fs) => backUp([A], 'test', at(fs)), run: (fs) => findBackup(undefined, at(fs)) },
  'to prune backups': {
    before: (fs) => backUp([A, B], 'test', at(fs)),
    run: async (fs) => void (await pruneBackups({ ...at(fs, 99), keep: 0 })),
    // A manifest that cannot be read keeps its contents, and no more.
    harmless: ['open', 'fstat', 'read', 'close'],
    after: { [A]: 'old', [B]: 'other' },
  },
  'to remember files': {
    run: async (fs) => {
      const memory = await FileMemory.open('/home/memory', at(fs, 1))
      const stamp = await memory.stamp([A, B])
      if (stamp) memory.remember('k', stamp, [1, 2])
      await memory.save()
    },
    harmless: ['lstat', 'readdir'],
  },
}
const rows = Object.entries(works)

const diskOf = new Map<Work, MemoryFs>()

/** Made once: to ask for programs that hold a file is the slowest of all. */
async function disk(work: Work): Promise<MemoryFs> {
  const made = diskOf.get(work) ?? new MemoryFs()
  if (!diskOf.has(work)) {
    made.put(A, 'old')
    made.put(B, 'other')
    await work.before?.(made)
    diskOf.set(work, made)
  }
  return made.copy()
}

describe('who has called', () => {
  test.each(rows)('%s does not wait for the system, or leaves a file open', async (_, work) => {
    expect((await provesWaiting(await disk(work), work.run)).overlaps).toEqual([])
  })

  test.each(rows)('%s is told that it is done before it is durable (I8)', async (_, work) => {
    const fs = await disk(work)
    await work.run(fs)
    const left = fs.powerLoss(() => 0.6)
    for (const [path, text] of Object.entries(work.after ?? {})) expect([path, left.text(path)]).toEqual([path, text])
  })

  test.each(rows)('%s is not told of a call that failed, or finds half of it done (I10)', async (_, work) => {
    const leavings = /\.(lock|clearing|repair-tmp)$/
    const harmless = await provesFaults(
      () => disk(work),
      work.run,
      async (fs, { before, name, place }) => {
        expect([place, fs.text(B)]).toEqual([place, 'other'])
        expect(['old', 'new', 'newer']).toContain(fs.text(A))
        const left = fs.paths().filter((path) => name !== 'unlink' && leavings.test(path) && !before.includes(path))
        expect([place, left]).toEqual([place, []])
      },
    )
    expect(harmless).toEqual((work.harmless ?? []).toSorted())
  })
})

test('what is asked of the system, and in which order, is not what is on record', async () => {
  const lines: string[] = []
  for (const [what, work] of rows) {
    const watched = new FaultFs(undefined, await disk(work))
    await work.run(watched)
    lines.push(`${what}:`, ...watched.names.map((name) => `  ${name}`))
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('calls.txt')
})

test('the manifests of pruned backups come back with the power, and their contents do not (I8)', async () => {
  const fs = await disk(works['to prune backups']!)
  const watched = new FaultFs(undefined, fs)
  await pruneBackups({ ...at(watched, 99), keep: 0 })
  expect(watched.names.slice(watched.names.indexOf('unlink'))).toEqual([
    'unlink',
    'syncFolder',
    'stat',
    'unlink',
    'stat',
    'unlink',
  ])
})
