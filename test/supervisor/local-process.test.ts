import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { kill } from 'node:process'
import { describe, expect, it } from 'vitest'
import { createSessionSupervisor, localProcess } from '../../src/supervisor.ts'
import { scale } from '../seeds.ts'
import { killCases } from './kill-cases.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { answering, eventually, pidOf, supervisorFile } from './programs.ts'

describe('a process of this machine', () => {
  killCases(3 * scale)

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
    const code = `import { createSessionSupervisor, localProcess } from ${JSON.stringify(supervisorFile)}
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
    // What is written is drawn again, colours and all.
    await supervisor.update('s', { commandHistory: [] })
    const stored = JSON.parse(readFileSync(join(folder, 's', 'snapshot.json'), 'utf8')) as {
      snapshot: { screen: string }
    }
    expect(stored.snapshot.screen).toContain('\u001B[31mred')
  })
})
