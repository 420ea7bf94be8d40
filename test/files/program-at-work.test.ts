import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { delimiter, join } from 'node:path'
import { pid as ownPid } from 'node:process'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { identifyProcess, isSameProcess, processStartMs } from '../../src/files/process-identity.ts'
import { programAtWork, withHolder } from '../../src/files/program-at-work.ts'
import { tempFolder } from './temp-folder.ts'

const BOOT = 1_700_000_000
const WRITTEN = (BOOT + 1000) * 1000
const MINUTE = 60_000

interface Running {
  readonly pid?: string
  readonly line?: readonly string[]
  readonly cwd?: string | null
  /** Seconds after boot. */
  readonly started?: number
  readonly boot?: string
  /** The one that tells its session itself. */
  readonly tells?: number
  readonly sinceMs?: number
}

/** One process, as `/proc` tells of it. */
async function found({ pid = '41', line = ['agent', '--flag'], cwd, started = 10, ...given }: Running) {
  const home = tempFolder()
  const [path, proc] = [join(home, 'session.jsonl'), join(home, 'proc')]
  const { boot = `cpu 1 2\nno btime 5\nbtime ${BOOT}\nprocesses 3\n`, sinceMs = 0, tells } = given
  writeFileSync(path, '')
  utimesSync(path, WRITTEN / 1000, WRITTEN / 1000)
  mkdirSync(join(proc, pid), { recursive: true })
  mkdirSync(join(proc, 'self'))
  writeFileSync(join(proc, 'stat'), boot)
  writeFileSync(join(proc, pid, 'cmdline'), line.map((part) => `${part}\0`).join(''))
  // The name may hold spaces and brackets; the start is the twentieth field behind it.
  const fields = ['S', ...Array.from({ length: 18 }, (_, at) => String(at)), String(started * 100), '7', '8']
  writeFileSync(join(proc, pid, 'stat'), `${pid} (a) b (c) ${fields.join(' ')}\n`)
  if (cwd !== null) symlinkSync(cwd ?? '/work', join(proc, pid, 'cwd'))
  const appender = {
    names: ['agent', 'cli', 'agent.v2'],
    worksIn: async (folder: string) => folder === '/work',
    ...(tells !== undefined && { tells: async (id: number) => id === tells }),
  }
  return programAtWork(path, appender, { now: () => WRITTEN + sinceMs, procFolder: proc })
}

const holder = (command: string) => ({ kind: 'process', pid: 41, command, access: 'write' })
const rows: readonly (readonly [what: string, running: Running, command: string | undefined])[] = [
  ['a program of that name', {}, 'agent'],
  ['one with a path', { line: ['/usr/bin/agent'] }, 'agent'],
  ['one behind an interpreter', { line: ['/usr/bin/node', '/opt/cli.js', 'x'] }, 'cli'],
  ['one whose name holds a dot', { line: ['node', '/opt/agent.v2.js'] }, 'agent.v2'],
  ['a name among the arguments', { line: ['vim', 'notes', 'agent'] }, undefined],
  ['another program', { line: ['agents'] }, undefined],
  ['no command line', { line: [] }, undefined],
  ['another folder', { cwd: '/elsewhere' }, undefined],
  ['a folder that cannot be read', { cwd: null }, undefined],
  ['one that tells its session itself', { tells: 41 }, undefined],
  ['one beside another that tells its session itself', { tells: 42 }, 'agent'],
  ['one that was started before the last line', { started: 1000 }, 'agent'],
  ['one that was started after it', { started: 1000.01 }, undefined],
  ['a machine that does not tell when it was started', { boot: 'cpu 1 2\n' }, undefined],
  ['a machine whose start is no number', { boot: `btime ${BOOT}x\n` }, undefined],
  ['a line of just now', { sinceMs: 10 * MINUTE }, 'agent'],
  ['a line of long ago', { sinceMs: 10 * MINUTE + 1 }, undefined],
  ['a line of later', { sinceMs: -10 * MINUTE }, 'agent'],
  ['a line of much later', { sinceMs: -10 * MINUTE - 1 }, undefined],
  ['this process itself', { pid: String(ownPid) }, undefined],
  ['what is no process', { pid: '4x' }, undefined],
  ['what only ends like one', { pid: 'x4' }, undefined],
]

test.each(rows)('%s is taken for a writer, or for none', async (_, running, command) => {
  expect(await found(running)).toEqual(command && holder(command))
})

test('without processes a file is at work, or a sign of life replaces the others', async () => {
  const path = join(tempFolder(), 'a.jsonl')
  writeFileSync(path, '')
  const appender = { names: ['agent'], worksIn: () => true }
  expect(await programAtWork(path, appender, { procFolder: join(path, 'none') })).toBeUndefined()
  const held = { live: false, complete: true, holders: [{ kind: 'lock_file', path }] } as const
  expect(withHolder(held, undefined)).toBe(held)
  const sign = { kind: 'recent_writer', ageMs: 1 } as const
  expect(withHolder(held, sign)).toEqual({ live: true, complete: true, holders: [sign, ...held.holders] })
})

test('a process is taken for another one: of another machine, start, number, or of before', async () => {
  const own = (await identifyProcess(ownPid))!
  expect(await isSameProcess(own)).toBe(true)
  const bootId = await fsPromises.readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  expect(own.bootId).toBe(bootId.trim())
  for (const other of [{ host: 'elsewhere' }, { bootId: 'before' }, { startTime: '1' }, { pid: 2 ** 30 }])
    expect([other, await isSameProcess({ ...own, ...other })]).toEqual([other, false])
  expect(await identifyProcess(2 ** 30)).toBeUndefined()
  // Clocks that were set meanwhile tell another hour, not another day; elsewhere nobody tells.
  const started = await processStartMs(ownPid)
  expect(started !== undefined).toBe(Number.isFinite(Number(own.startTime)))
  expect(Math.abs((started ?? performance.timeOrigin) - performance.timeOrigin)).toBeLessThan(3_600_000)
  expect(await processStartMs(2 ** 30)).toBeUndefined()
})

describe('a process is given another start', () => {
  /** What `/proc` says of this process; null where there is none. */
  function told(stat: string | null): void {
    const readFile = fsPromises.readFile
    onTestFinished(() => (Object.assign(fsPromises, { readFile }), syncBuiltinESMExports()))
    const read = async (...given: Parameters<typeof readFile>): Promise<unknown> => {
      if (given[0] !== `/proc/${ownPid}/stat`) return readFile(...given)
      return stat ?? Promise.reject(new Error('There is no such folder.'))
    }
    Object.assign(fsPromises, { readFile: read })
    syncBuiltinESMExports()
  }
  const fields = (state: string): string => [state, ...Array.from({ length: 30 }, (_, at) => 100 + at)].join(' ')

  test.each([
    ['with brackets in its name', `7 (a) b (c) ${fields('S')}\n`, '118'],
    ['that is only what is left of one', `7 (a) ${fields('Z')}\n`, undefined],
    ['that is dead', `7 (a) ${fields('X')}\n`, undefined],
  ])('%s', async (_, stat, startTime) => {
    told(stat)
    expect((await identifyProcess(ownPid))?.startTime).toBe(startTime)
  })

  test.runIf(process.platform !== 'win32')('where only `ps` knows it, or lives there for ever', async () => {
    told(null)
    const folder = tempFolder()
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    const answers = async (script: string): Promise<string | undefined> => {
      writeFileSync(join(folder, 'ps'), `#!/bin/sh\n${script}\n`)
      chmodSync(join(folder, 'ps'), 0o755)
      return (await identifyProcess(ownPid))?.startTime
    }
    expect(await answers('echo "  $@ "')).toBe(`-o lstart= -p ${ownPid}`)
    expect(await answers('exit 1')).toBeUndefined()
    // Nobody is asked about a process that does not exist.
    expect(await identifyProcess(2 ** 30)).toBeUndefined()
  })
})
