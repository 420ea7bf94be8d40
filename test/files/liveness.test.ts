import { spawn } from 'node:child_process'
import nodeFs, {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { platform } from 'node:process'
import timersPromises from 'node:timers/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withFileLock } from '../../src/files/file-lock.ts'
import { repairFile } from '../../src/files/repair-file.ts'
import { whoHoldEach, whoHolds } from '../../src/files/who-holds.ts'
import { tempFolder } from './temp-folder.ts'

function quietFile(): string {
  const path = join(tempFolder(), 'session.jsonl')
  writeFileSync(path, '{}\n')
  utimesSync(path, 1_700_000_000, 1_700_000_000)
  return path
}

/** A process that has the file open until the test ends. */
async function holder(path: string, flags: 'r' | 'a'): Promise<number> {
  const script = `require('node:fs').openSync(${JSON.stringify(path)}, '${flags}'); console.log('open'); setInterval(() => {}, 1000)`
  const running = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void running.kill('SIGKILL'))
  for await (const _ of running.stdout) break
  return running.pid!
}

test('a file that nobody uses counts as live', async () => {
  const path = quietFile()
  const own = openSync(path, 'a')
  onTestFinished(() => closeSync(own))
  expect(await whoHolds(path)).toMatchObject({ live: false, holders: [] })
})

test.runIf(platform === 'linux')('a process that has the file open for writing is overlooked', async () => {
  const path = quietFile()
  const pid = await holder(path, 'a')
  const { live, holders } = await whoHolds(path)
  expect(live).toBe(true)
  expect(holders).toEqual([{ kind: 'process', pid, command: expect.any(String), access: 'write' }])
  await expect(
    repairFile(path, async () => undefined, { folder: join(path, '../state'), reason: 'test' }),
  ).rejects.toMatchObject({ code: 'live' })
})

test.runIf(platform === 'linux')('a process that only reads blocks repair', async () => {
  const path = quietFile()
  const pid = await holder(path, 'r')
  expect(await whoHolds(path)).toMatchObject({ live: false, holders: [{ pid, access: 'read' }] })
})

test('a recent write is overlooked, or one in the future blocks for ever', async () => {
  const path = quietFile()
  const at = 1_700_000_000_000
  expect(await whoHolds(path, { now: () => at + 9000 })).toMatchObject({
    live: true,
    holders: [{ kind: 'recent_writer', ageMs: 9000 }],
  })
  for (const [age, isLive] of [
    [9999, true],
    [10_000, false],
    [-9999, true],
    [-10_000, false],
  ] as const)
    expect([age, (await whoHolds(path, { now: () => at + age })).live]).toEqual([age, isLive])
  expect((await whoHolds(path, { now: () => at - 9 })).holders).toEqual([{ kind: 'recent_writer', ageMs: 0 }])
  expect((await whoHolds(path, { now: () => at + 11_000, recentMs: 60_000 })).live).toBe(true)
  expect((await whoHolds(path, { now: () => at - 86_400_000 })).live).toBe(false)
})

test.each(['session.jsonl.lock', 'session.jsonl.lck', '.session.jsonl.lock', '.session.jsonl.swp', '.#session.jsonl'])(
  'the lock file %s is overlooked',
  async (name) => {
    const path = quietFile()
    const lock = join(path, '..', name)
    writeFileSync(lock, '')
    expect(await whoHolds(path)).toMatchObject({ live: true, holders: [{ kind: 'lock_file', path: lock }] })
  },
)

/** Processes as `/proc` tells of them: their open files by number, each with its flags. */
function processes(
  all: Readonly<Record<string, Readonly<Record<string, readonly [path: string, flags?: string]>>>>,
): string {
  const proc = join(tempFolder(), 'proc')
  for (const [pid, files] of Object.entries(all)) {
    mkdirSync(join(proc, pid, 'fd'), { recursive: true })
    mkdirSync(join(proc, pid, 'fdinfo'))
    writeFileSync(join(proc, pid, 'comm'), `agent ${pid}\n`)
    for (const [descriptor, [path, flags]] of Object.entries(files)) {
      symlinkSync(path, join(proc, pid, 'fd', descriptor))
      if (flags !== undefined)
        writeFileSync(join(proc, pid, 'fdinfo', descriptor), `pos:\t0\nother-flags:\t00\nflags:\t${flags}\n`)
    }
  }
  return proc
}

test('an open file is taken for another one, for open otherwise, or for one of this process', async () => {
  const [path, twin] = [quietFile(), quietFile()]
  const open = (pid: number, access: 'read' | 'write') => ({ kind: 'process', pid, command: `agent ${pid}`, access })
  const procFolder = processes({
    41: { 3: ['/dev/null', '0100002'], 4: [path, '0100001'] },
    42: { 3: [path, '0100000'], 4: [path, '0100002'] },
    43: { 3: [path] },
    44: { 3: [twin, '0100001'], 4: [join(path, '../gone/session.jsonl'), '0100001'] },
    [process.pid]: { 3: [path, '0100001'] },
    self: { 3: [path, '0100001'] },
    x46: { 3: [path, '0100001'] },
    '46x': { 3: [path, '0100001'] },
  })
  mkdirSync(join(procFolder, '45'))
  const seen = await whoHoldEach([path, twin], { procFolder })
  expect(seen.get(path)).toEqual({
    live: true,
    holders: [open(41, 'write'), open(42, 'read'), open(42, 'write'), open(43, 'write')],
    complete: true,
  })
  expect(seen.get(twin)).toEqual({ live: true, holders: [open(44, 'write')], complete: true })
  const reading = processes({ 41: { 3: [path, '0100000'] } })
  expect(await whoHolds(path, { procFolder: reading })).toEqual({
    live: false,
    holders: [open(41, 'read')],
    complete: true,
  })
})

test('a file that is gone hides who holds the others, or is told as free', async () => {
  const [first, last] = [quietFile(), quietFile()]
  const gone = join(first, '../gone.jsonl')
  const procFolder = processes({ 7: { 3: [first, '0100001'], 4: [last, '0100001'] } })
  for (const paths of [
    [gone, first, last],
    [first, gone, last],
    [first, last, gone],
  ]) {
    const held = await whoHoldEach(paths, { procFolder })
    expect([...held].map(([path, { live }]) => [path, live])).toEqual([
      [first, true],
      [last, true],
    ])
  }
  await expect(whoHolds(gone, { procFolder })).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a hard link is held by nobody while its file is', async () => {
  const path = quietFile()
  const link = join(tempFolder(), 'session.jsonl')
  linkSync(path, link)
  const seen = await whoHoldEach([path, link], { procFolder: processes({ 41: { 3: [link, '0100001'] } }) })
  expect([...seen.values()].map(({ live, holders }) => [live, holders.length])).toEqual([
    [true, 1],
    [true, 1],
  ])
})

test.each([
  ['EACCES', false],
  ['EPERM', false],
  ['ENOENT', true],
])('of a process whose open files are refused with %s, it is said that it holds none', async (code, complete) => {
  const path = quietFile()
  const procFolder = processes({ 41: { 3: [path, '0100001'] }, 42: { 3: [path, '0100001'] } })
  const { readdirSync } = nodeFs
  onTestFinished(() => (Object.assign(nodeFs, { readdirSync }), syncBuiltinESMExports()))
  Object.assign(nodeFs, {
    readdirSync(folder: string) {
      if (folder.endsWith('41/fd')) throw Object.assign(new Error('refused'), { code })
      return readdirSync(folder)
    },
  })
  syncBuiltinESMExports()
  expect(await whoHolds(path, { procFolder })).toMatchObject({ complete, live: true, holders: [{ pid: 42 }] })
})

test('processes with thousands of open files keep the others from their turn, or the last file is overlooked', async () => {
  const path = quietFile()
  const others = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [index, ['/dev/null']] as const))
  const procFolder = processes({ 41: others, 42: { ...others, 1500: [path] } })
  let turns = 0
  const { setImmediate } = timersPromises
  onTestFinished(() => (Object.assign(timersPromises, { setImmediate }), syncBuiltinESMExports()))
  Object.assign(timersPromises, { setImmediate: () => ((turns += 1), setImmediate()) })
  syncBuiltinESMExports()
  expect((await whoHolds(path, { procFolder })).holders).toHaveLength(1)
  expect(turns).toBe(3)
})

test('where open files cannot be listed, the check claims to be complete', async () => {
  expect(await whoHolds(quietFile(), { procFolder: join(tempFolder(), 'absent') })).toMatchObject({
    live: false,
    complete: false,
  })
})

test('two processes repair one file at the same time', async () => {
  const path = quietFile()
  const folder = join(tempFolder(), 'backups')
  const run = (mark: string): Promise<string> =>
    new Promise((resolve) => {
      const running = spawn(process.execPath, [join(import.meta.dirname, 'repair-once.ts'), path, folder, mark], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let output = ''
      running.stdout.on('data', (chunk) => (output += String(chunk)))
      running.once('close', () => resolve(output.trim()))
    })
  const outcomes = (await Promise.all(['a', 'b', 'c', 'd'].map(run))).sort()
  const done = outcomes.filter((outcome) => outcome.startsWith('done'))
  const first = done[0]
  expect(outcomes.filter((outcome) => outcome === 'locked').length + done.length).toBe(4)
  expect(first).toBeDefined()
  expect(done.map((outcome) => outcome.slice(5))).toContain(readFileSync(path, 'utf8'))
  expect(readdirSync(folder).filter((name) => name.endsWith('.lock'))).toEqual([])
})

test('a second repair in the same process is let in, or the lock outlives the first', async () => {
  const path = quietFile()
  const options = { folder: join(tempFolder(), 'backups') }
  await withFileLock(
    path,
    async () => {
      await expect(withFileLock(path, async () => undefined, options)).rejects.toMatchObject({ code: 'locked' })
    },
    options,
  )
  expect(await withFileLock(path, async () => 'again', options)).toBe('again')
})

test('the lock of a dead process blocks for ever', async () => {
  const path = quietFile()
  const folder = join(tempFolder(), 'backups')
  const lock = await withFileLock(path, async () => readdirSync(folder).find((name) => name.endsWith('.lock'))!, {
    folder,
  })
  writeFileSync(join(folder, lock), '4194999\n')
  expect(await withFileLock(path, async () => 'taken over', { folder })).toBe('taken over')
  expect(readdirSync(folder)).toEqual([])
})

test('two repairs of one file in one thread run at once', async () => {
  const path = quietFile()
  const folder = join(tempFolder(), 'backups')
  let atWork = 0
  const work = async (): Promise<number> => {
    atWork += 1
    await new Promise(setImmediate)
    atWork -= 1
    return atWork
  }
  const tried = await Promise.allSettled(Array.from({ length: 8 }, () => withFileLock(path, work, { folder })))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toEqual([{ status: 'fulfilled', value: 0 }])
  const refusals = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  expect(refusals).toHaveLength(7)
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'locked' })
  expect(await withFileLock(path, work, { folder })).toBe(0)
})
