import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { kill } from 'node:process'
import { describe, expect, it } from 'vitest'
import { createSessionSupervisor, localProcess } from '../../src/supervisor.ts'
import { scale } from '../properties/cases.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { answering, eventually, pidOf, runs } from './programs.ts'

const rounds = 3 * scale

describe('a process of this machine', () => {
  it('does not come back after kill -9', async () => {
    await using supervisor = createSessionSupervisor({
      folder: tempFolder(),
      executors: [localProcess()],
      budget: { max: Number.POSITIVE_INFINITY },
      backoff: { baseMs: 0 },
    })
    await supervisor.start()
    await supervisor.register('s', { command: answering, probe: { output: 'ready as' } })
    const pids = new Set<number>()
    for (let round = 0; round < rounds; round += 1) {
      const pid = pidOf(supervisor)
      pids.add(pid)
      kill(pid, 'SIGKILL')
      await eventually('another process', () => {
        const { outcomes, sessions } = supervisor.statistics()
        return outcomes.recovered === round + 1 && sessions['s']?.state === 'running'
      })
    }
    expect(pids.size).toBe(rounds)
    expect(supervisor.statistics()).toMatchObject({ attempts: rounds, strategies: { restart: { worked: rounds } } })
    const last = pidOf(supervisor)
    await supervisor.stop()
    expect(runs(last)).toBe(false)
  })

  it('is started a second time by the next supervisor after the first was killed', async () => {
    const folder = tempFolder()
    const script = join(import.meta.dirname, 'supervisor-process.ts')
    let before = 0
    const how: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const first = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
      const said = await new Promise<string>((resolve) => first.stdout.once('data', (chunk) => resolve(String(chunk))))
      const [word = '', pid = 0] = said.trim().split(' ')
      how.push(before === 0 || before === Number(pid) ? word : 'another process')
      before = Number(pid)
      first.kill('SIGKILL')
      await new Promise((resolve) => first.once('exit', resolve))
      expect(runs(before)).toBe(true)
    }
    expect(how).toEqual(['launched', ...Array.from({ length: rounds - 1 }, () => 'adopted')])
    await using supervisor = createSessionSupervisor({
      folder,
      executors: [localProcess({ output: 'discard' })],
      backoff: { baseMs: 0 },
    })
    const adopted = new Promise<number | undefined>((resolve) => supervisor.on('adopted', ({ pid }) => resolve(pid)))
    await supervisor.start()
    expect(await adopted).toBe(before)
    kill(before, 'SIGKILL')
    await eventually('a new one after the end of the adopted', () => {
      return supervisor.statistics().outcomes.recovered === 1 && pidOf(supervisor) !== before
    })
  })

  it('is looked after by two supervisors at once', async () => {
    const folder = tempFolder()
    const script = join(import.meta.dirname, 'supervisor-process.ts')
    const first = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    const said = await new Promise<string>((resolve) => first.stdout.once('data', (chunk) => resolve(String(chunk))))
    await using second = createSessionSupervisor({ folder, executors: [localProcess()] })
    await second.start()
    await expect(second.register('s', { command: answering })).rejects.toMatchObject({ code: 'held' })
    expect(second.statistics().sessions['s']?.pid).toBeUndefined()
    first.kill('SIGKILL')
    kill(Number(said.trim().split(' ')[1]), 'SIGKILL')
  })

  it('that cannot be started is said to run, or costs more than its budget', async () => {
    await using supervisor = createSessionSupervisor({
      executors: [localProcess()],
      budget: { max: 2 },
      backoff: { baseMs: 0 },
    })
    const parked = new Promise((resolve) => supervisor.on('parked', resolve))
    await supervisor.start()
    await supervisor.register('s', { command: ['/does/not/exist'] })
    await parked
    expect(supervisor.statistics().sessions['s']).toMatchObject({ state: 'parked', budgetUsed: 2 })
  })

  it('counts as interrupted at its prompt although the interrupt has ended it', async () => {
    await using supervisor = createSessionSupervisor({ executors: [localProcess()] })
    await supervisor.start()
    await supervisor.register('s', { command: answering })
    await eventually('its first line', () => supervisor.snapshots()[0]!.output.includes('ready'))
    const before = pidOf(supervisor)
    const result = await supervisor.recover('s', { class: 'prompt' })
    expect(result.tried[0]).toMatchObject({ strategy: 'prompt-interrupt', result: 'failed' })
    expect(result).toMatchObject({ outcome: 'recovered', strategy: 'restart' })
    expect(pidOf(supervisor)).not.toBe(before)
  })

  it('holds its host alive although nothing is started', async () => {
    const entry = join(import.meta.dirname, '../../src/supervisor.ts')
    const code = `import { createSessionSupervisor, localProcess } from ${JSON.stringify(entry)}
      const supervisor = createSessionSupervisor({ executors: [localProcess()] })
      await supervisor.start(); await supervisor.register('s', { command: ['true'] }).catch(() => undefined)
      console.log('end of the script')`
    const stdout = await new Promise<string>((resolve) => {
      execFile(process.execPath, ['--input-type=module', '-e', code], { timeout: 30_000 }, (_error, out) =>
        resolve(out),
      )
    })
    expect(stdout).toBe('end of the script\n')
  })
})

describe('a terminal of its own', () => {
  const drawing: readonly [string, ...string[]] = [
    process.execPath,
    '-e',
    `process.stdout.write('\\x1b[31mred\\x1b[0m ' + process.stdout.columns + 'x' + process.stdout.rows + '\\r\\n')
     process.stdin.on('data', (key) => process.stdout.write('key ' + String(key).trim() + '\\r\\n'))
     setInterval(() => undefined, 1000)`,
  ]

  it('is none, or its screen is not kept', async () => {
    const folder = tempFolder()
    await using supervisor = createSessionSupervisor({
      folder,
      executors: [localProcess({ output: 'terminal', columns: 100, rows: 30 })],
    })
    await supervisor.start()
    await supervisor.register('s', { command: drawing })
    const result = await supervisor.recover('s', { class: 'unresponsive' })
    expect(result.outcome).toBe('recovered')
    await eventually('output', () => supervisor.snapshots()[0]!.output.includes('red'))
    expect(supervisor.snapshots()[0]?.output).toContain('100x30')
  })
})
