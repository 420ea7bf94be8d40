import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { getuid } from 'node:process'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { FileWorkError } from '../../src/files/file-work-error.ts'
import type { Fs } from '../../src/files/fs.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import { replaceFileDurably } from '../../src/files/replace-file-durably.ts'
import { FaultFs } from './fault-fs.ts'
import { lateFs } from './late-fs.ts'
import { MemoryFs } from './memory-fs.ts'
import { isTurn } from '../seeds.ts'
import { tempFolder } from './temp-folder.ts'

const child = join(import.meta.dirname, 'replace-loop.ts')
const old = 'old content\n'

function oldFile(): string {
  const path = join(tempFolder(), 'session.jsonl')
  writeFileSync(path, old, { mode: 0o640 })
  chmodSync(path, 0o640)
  return path
}

test('replacing a file changes its mode or leaves something beside it', async () => {
  const path = oldFile()
  const written = await replaceFileDurably(path, async (write) => {
    await write(Buffer.from('new '))
    await write(Buffer.from('content'))
  })
  expect(readFileSync(path, 'utf8')).toBe('new content')
  expect(statSync(path).mode & 0o777).toBe(0o640)
  expect(readdirSync(join(path, '..'))).toEqual(['session.jsonl'])
  expect(written).toEqual({ size: 11, sha256: 'fe32608c9ef5b6cf7e3f946480253ff76f24f4ec0678f3d0f07f9844cbff9601' })
})

test('a new file is readable for others', async () => {
  const path = join(tempFolder(), 'new.jsonl')
  await replaceFileDurably(path, (write) => write(Buffer.from('x')))
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test.runIf(getuid?.() === 0)('the owner of a replaced file changes', async () => {
  const path = oldFile()
  spawnSync('chown', ['1234:5678', path])
  await replaceFileDurably(path, (write) => write(Buffer.from('x')))
  expect(statSync(path)).toMatchObject({ uid: 1234, gid: 5678 })
})

test.each([
  [5, 0],
  [0, 6],
  [5, 6],
  [0, 0],
])('a file of the user %i and the group %i changes its owner, or is given to the one it has', async (uid, gid) => {
  const base = new MemoryFs()
  base.put('/home/a.txt', 'old')
  const owners: unknown[] = []
  // What a program creates is its own: of user 0 and group 0.
  const fs: Fs = new Proxy<Fs>(base, {
    get: (_, name) => {
      if (name === 'stat') return async (path: string) => ({ ...(await base.stat(path)), uid, gid })
      if (name === 'open')
        return async (...given: Parameters<Fs['open']>) => ({
          ...(await base.open(...given)),
          chown: async (...owner: unknown[]) => void owners.push(owner),
        })
      const own: unknown = Reflect.get(base, name, base)
      return typeof own === 'function' ? own.bind(base) : own
    },
  })
  const late = lateFs(fs)
  await replaceFileDurably('/home/a.txt', (write) => write(Buffer.from('new')), { fs: late.fs })
  expect([base.text('/home/a.txt'), late.overlaps]).toEqual(['new', []])
  expect(owners).toEqual(uid + gid > 0 ? [[uid, gid]] : [])
})

test.each([0o000, 0o400, 0o444, 0o555, 0o577, 0o200, 0o600, 0o644, 0o700])(
  'a file of the mode %i is written although its owner may not, or is not although it may',
  async (mode) => {
    const path = oldFile()
    chmodSync(path, mode)
    const done = await replaceFileDurably(path, (write) => write(Buffer.from('new'))).catch((cause: unknown) => cause)
    const isWritable = Math.trunc(mode / 0o200) % 2 === 1
    expect(done).toMatchObject(isWritable ? { size: 3 } : { code: 'read_only' })
    expect(statSync(path)).toMatchObject({ mode: 0o100000 + mode, size: isWritable ? 3 : old.length })
  },
)

test('a symbolic link is replaced by a file', async () => {
  const path = oldFile()
  const link = join(tempFolder(), 'link.jsonl')
  symlinkSync(path, link)
  await replaceFileDurably(link, (write) => write(Buffer.from('new')))
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readFileSync(path, 'utf8')).toBe('new')
})

test('a short write loses bytes', async () => {
  const path = oldFile()
  const bytes = Buffer.from('0123456789'.repeat(100))
  await replaceFileDurably(path, (write) => write(bytes), { fs: new FaultFs(undefined, nodeFs, 7) })
  expect(readFileSync(path).equals(bytes)).toBe(true)
})

test('a file that somebody else wrote to in the meantime is overwritten', async () => {
  const path = oldFile()
  const append = async (write: (bytes: Uint8Array) => Promise<void>): Promise<void> => {
    await write(Buffer.from('new'))
    writeFileSync(path, 'theirs\n', { flag: 'a' })
  }
  await expect(replaceFileDurably(path, append)).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect(readFileSync(path, 'utf8')).toBe(`${old}theirs\n`)
  const fresh = join(path, '..', 'fresh')
  await expect(replaceFileDurably(fresh, async () => writeFileSync(fresh, 'theirs'))).rejects.toMatchObject({
    code: 'changed_meanwhile',
  })
  expect(readFileSync(fresh, 'utf8')).toBe('theirs')
})

test('a writer that throws leaves a new or a temporary file', async () => {
  const path = oldFile()
  const broken = new Error('broken plan')
  await expect(replaceFileDurably(path, () => Promise.reject(broken))).rejects.toMatchObject({ cause: broken })
  const own = new FileWorkError('locked', '/other', 'Somebody is at it')
  await expect(replaceFileDurably(path, () => Promise.reject(own))).rejects.toBe(own)
  expect(readFileSync(path, 'utf8')).toBe(old)
  expect(readdirSync(join(path, '..'))).toEqual(['session.jsonl'])
})

test('a write-protected file is replaced', async () => {
  const path = oldFile()
  chmodSync(path, 0o440)
  await expect(replaceFileDurably(path, (write) => write(Buffer.from('x')))).rejects.toMatchObject({
    code: 'read_only',
    path,
  })
})

test('a folder is replaced', async () => {
  await expect(replaceFileDurably(tempFolder(), async () => undefined)).rejects.toMatchObject({ code: 'not_a_file' })
})

test('in a read-only folder the old file is harmed, or the reason is not told', async ({ skip }) => {
  const path = oldFile()
  const run = (): ReturnType<typeof spawnSync> =>
    spawnSync('setpriv', [
      '--reuid=65534',
      '--regid=65534',
      '--clear-groups',
      process.execPath,
      '-e',
      'process.exit(7)',
    ])
  skip(getuid?.() === 0 && run().status !== 7, 'root may write everywhere, and setpriv cannot start Node as nobody')
  const script = `import { replaceFileDurably } from ${JSON.stringify(join(import.meta.dirname, '../../src/files/replace-file-durably.ts'))}
    await replaceFileDurably(${JSON.stringify(path)}, (write) => write(Buffer.from('x'))).catch((error) => console.log(error.code, error.cause?.code))`
  const folder = join(path, '..')
  chmodSync(folder, 0o555)
  onTestFinished(() => chmodSync(folder, 0o755))
  chmodSync(path, 0o666)
  const nodeArguments = ['--input-type=module', '-e', script]
  const result =
    getuid?.() === 0
      ? spawnSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, ...nodeArguments])
      : spawnSync(process.execPath, nodeArguments)
  expect(String(result.stdout) + String(result.stderr)).toBe('read_only EACCES\n')
  expect(readFileSync(path, 'utf8')).toBe(old)
})

test('on a full disk the old file is harmed, or half of the new one stays', async ({ skip }) => {
  const mount = join(tempFolder(), 'disk')
  mkdirSync(mount)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', mount]).status === 0
  skip(!mounted, 'a tmpfs cannot be mounted here')
  try {
    const path = join(mount, 'session.jsonl')
    writeFileSync(path, old)
    const replaced = replaceFileDurably(path, async (write) => {
      for (let part = 0; part < 32; part += 1) await write(Buffer.alloc(100_000))
    })
    await expect(replaced).rejects.toMatchObject({ code: 'no_space', cause: { code: 'ENOSPC' } })
    expect(readFileSync(path, 'utf8')).toBe(old)
    expect(readdirSync(mount)).toEqual(['session.jsonl'])
  } finally {
    spawnSync('umount', [mount])
  }
})

test.each(['EIO', 'ENOSPC', 'EACCES', 'EMFILE'])(
  '%s in any single call leaves neither the old nor the new file',
  async (code) => {
    for (const persistent of [false, true])
      for (let at = 1; ; at += 1) {
        const path = oldFile()
        const fs = new FaultFs({ at, code, persistent })
        const outcome = await replaceFileDurably(path, (write) => write(Buffer.from('new')), { fs }).then(
          () => 'done',
          (error: { code: string }) => error.code,
        )
        const content = readFileSync(path, 'utf8')
        const failing = fs.names[at - 1]
        // Looking for leftovers may fail without harm; after the rename the new file is there, but not known to be durable.
        const expected =
          failing === undefined || (failing === 'readdir' && !persistent)
            ? ['done']
            : failing === 'syncFolder'
              ? ['not_durable']
              : ['io', 'no_space', 'read_only', 'too_many_open']
        expect(expected, `${failing} (${at})`).toContain(outcome)
        expect(content).toBe(outcome === 'done' || outcome === 'not_durable' ? 'new' : old)
        // A persistent failure takes away the means to clean up; the next replacement sweeps.
        expect(persistent || readdirSync(join(path, '..')).length === 1, `${failing} leaves a file`).toBe(true)
        if (failing === undefined) break
      }
  },
)

test('a power loss at any call leaves neither the old nor the new file, or takes back an acknowledged one', async () => {
  for (let at = 1; ; at += 1) {
    const disk = new MemoryFs()
    disk.put('/home/session.jsonl', old)
    const fs = new FaultFs({ at, code: 'EIO', persistent: true }, disk)
    const done = await replaceFileDurably('/home/session.jsonl', (write) => write(Buffer.from('new')), { fs }).then(
      () => true,
      () => false,
    )
    let seed = at
    for (let round = 0; round < 200; round += 1) {
      const after = disk.powerLoss(() => (seed = (seed * 48271) % 2147483647) / 2147483647)
      expect(done ? ['new'] : [old, 'new'], `after ${fs.names[at - 1]}`).toContain(after.text('/home/session.jsonl'))
    }
    if (done) break
  }
})

/** Resolves after so many replacements. Its output is read on: a pipe that nobody reads ends the process by itself. */
function replaced({ stdout }: ChildProcessByStdio<null, Readable, null>, times: number): Promise<void> {
  let seen = 0
  return new Promise((resolve) => {
    stdout.on('data', (dots: Buffer) => {
      seen += dots.length
      if (seen >= times) resolve()
    })
  })
}

test('kill -9 in the middle of a replacement leaves a mixture', async () => {
  const path = oldFile()
  const size = 4 * 1024 * 1024
  for (let round = 0; round < 8; round += 1) {
    // By default at three of eight moments.
    if (!isTurn(round, 3)) continue
    const running = spawn(process.execPath, [child, path, String(size)], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise((resolve) => running.once('exit', resolve))
    await replaced(running, 2)
    await sleep(round * 3)
    running.kill('SIGKILL')
    await ended
    const content = readFileSync(path)
    expect(content.length).toBe(size)
    expect(content.equals(Buffer.alloc(size, content[0]))).toBe(true)
  }
  await replaceFileDurably(path, (write) => write(Buffer.from('x')))
  expect(readdirSync(join(path, '..'))).toEqual(['session.jsonl'])
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s in the middle of a replacement leaves a temporary file or a running process',
  async (signal) => {
    const path = oldFile()
    const running = spawn(process.execPath, [child, path, '1600', 'slow'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const exit = new Promise((resolve) => running.once('exit', (code, by) => resolve(by ?? code)))
    await replaced(running, 1)
    await expect.poll(() => readdirSync(join(path, '..')), { interval: 5 }).toHaveLength(2)
    running.kill(signal)
    expect(await exit).toBe(signal)
    expect(readdirSync(join(path, '..'))).toEqual(['session.jsonl'])
    expect(readFileSync(path).length).toBe(1600)
  },
)
