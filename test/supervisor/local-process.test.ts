import { execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kill } from 'node:process'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { identifyProcess } from '../../src/files/process-identity.ts'
import { shortHash } from '../../src/json/short-hash.ts'
import { createSessionSupervisor, localProcess } from '../../src/supervisor.ts'
import { resolveClock } from '../../src/supervisor/clock.ts'
import type { ExecutionContext, SessionExecutor } from '../../src/supervisor/executor.ts'
import { Scheduler } from '../../src/supervisor/scheduler.ts'
import type { SessionHandle } from '../../src/supervisor/session-handle.ts'
import { scale } from '../seeds.ts'
import { FakeClock } from './fake-clock.ts'
import { killCases } from './kill-cases.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { answering, eventually, pidOf, runs, supervisorFile } from './programs.ts'

describe('a process of this machine', () => {
  killCases(Math.ceil(3 * scale))

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

describe('a program', () => {
  const contextOf = (command: ExecutionContext['spec']['command'], more: Partial<ExecutionContext['spec']> = {}) => {
    const fake = new FakeClock()
    const clock = resolveClock(fake)
    const scheduler = new Scheduler(clock)
    onTestFinished(() => scheduler.close())
    const signal = new AbortController().signal
    const spec = { command, ...more }
    const context: ExecutionContext = {
      sessionID: 's',
      name: tempFolder(),
      spec,
      clock,
      scheduler,
      signal,
      again: false,
      since: 0,
    }
    return { context, fake }
  }
  const started = async (executor: SessionExecutor, context: ExecutionContext): Promise<SessionHandle> => {
    const handle = await executor.start(context)
    onTestFinished(() => handle.stop(0))
    return handle
  }
  const script = `echo "$OWN $SESSION_RECOVERY_SESSION $SESSION_RECOVERY_MARK"; pwd; echo problem >&2
    trap '' TERM; while read line; do echo "got $line"; done; echo closed; sleep 1000`

  it.each([
    ['captured', { output: 'capture' }, 'sleep 1000'],
    ['in a terminal', { output: 'terminal' }, 'sleep 1000'],
    ['that hears no SIGTERM', { output: 'discard' }, `sh -c "trap '' TERM; while :; do sleep 0.1; done"`],
  ] as const)('%s leaves behind what it has started', async (_, options, child) => {
    const file = join(tempFolder(), 'pids')
    // A grandchild whose parent has gone while it ran, and one that has left on purpose.
    const own = `setsid sh -c 'echo $$ >> ${file}.own; exec sleep 1000'`
    const line = `sh -c '(${child}) & echo $! >> ${file}; wait' & ${own} & wait`
    const { context } = contextOf(['sh', '-c', line])
    const handle = await started(localProcess(options), context)
    const pidIn = (path: string): number => (existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0)
    await eventually('its children', () => pidIn(file) > 0 && pidIn(`${file}.own`) > 0)
    const [grandchild, left] = [pidIn(file), pidIn(`${file}.own`)]
    onTestFinished(() => void kill(left, 'SIGKILL'))
    await handle.stop(300)
    await eventually('its grandchild is gone', () => !runs(grandchild))
    expect(runs(left)).toBe(true)
  })

  it('leaves behind what was started far below it', async () => {
    const folder = tempFolder()
    const [script, file] = [join(folder, 'deep.sh'), join(folder, 'pid')]
    writeFileSync(
      script,
      `if [ $1 -gt 0 ]; then sh ${script} $(($1 - 1)) & wait; else echo $$ > ${file}; sleep 1000; fi`,
    )
    const { context } = contextOf(['sh', script, '5'])
    const handle = await started(localProcess({ output: 'discard' }), context)
    await eventually('the lowest', () => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'))
    const lowest = Number(readFileSync(file, 'utf8'))
    await handle.stop(300)
    await eventually('the lowest is gone', () => !runs(lowest))
    expect(await handle.isAlive()).toBe(false)
  })

  it.each([
    ['captured', { output: 'capture' }],
    ['in a terminal', { output: 'terminal' }],
  ] as const)('%s that ends when it is asked keeps its host running until the grace is over', async (_, options) => {
    const { context } = contextOf(['sleep', '1000'])
    const handle = await started(localProcess(options), context)
    const set = vi.spyOn(globalThis, 'setTimeout')
    const clear = vi.spyOn(globalThis, 'clearTimeout')
    onTestFinished(() => void vi.restoreAllMocks())
    await handle.stop(3_600_000)
    const grace = set.mock.calls.findIndex(([, ms]) => ms === 3_600_000)
    expect(grace).toBeGreaterThanOrEqual(0)
    expect(clear).toHaveBeenCalledWith(set.mock.results[grace]?.value)
  })

  it('with a terminal of its own tells those who listen nothing, or those who listen no more', async () => {
    const { context } = contextOf(['sh', '-c', 'while read line; do echo "got $line"; done'])
    const handle = await started(localProcess({ output: 'terminal' }), context)
    const heard: string[] = []
    const gone: string[] = []
    handle.onOutput((piece) => heard.push(piece))
    handle.onOutput((piece) => gone.push(piece))()
    await handle.type?.('a\r')
    await eventually('its answer', () => handle.output().includes('got a'))
    expect([handle.output().endsWith(heard.join('')), heard.join('').includes('got a'), gone]).toEqual([true, true, []])
  })

  it('is started elsewhere, with other variables, or half of what it says is read', async () => {
    const cwd = tempFolder()
    const { context } = contextOf(['sh', '-c', script, 'sh'], {
      cwd,
      env: { OWN: 'own', SESSION_RECOVERY_SESSION: 'x' },
    })
    const handle = await started(localProcess(), context)
    const heard: string[] = []
    const stop = handle.onOutput((text) => heard.push(text))
    await eventually('its words', () => ['problem', cwd].every((word) => handle.output().includes(word)))
    expect(handle.output()).toMatch(new RegExp(`^own s ${shortHash(context.name)} \\d+(\\.\\d+)?\\n`, 'm'))
    await handle.type?.('a line\r')
    await eventually('its answer', () => handle.output().includes('got a line\n'))
    stop()
    expect(handle.output().endsWith(heard.join(''))).toBe(true)
    const before = heard.length
    await handle.type?.('more\r')
    await eventually('its second answer', () => handle.output().includes('got more\n'))
    expect(heard).toHaveLength(before)
    expect(handle.address).toEqual({ process: await identifyProcess(handle.pid!) })
    expect([handle.outlivesSupervisor, await handle.isAlive()]).toEqual([false, true])
    // It does not listen when it is asked to end.
    await handle.stop(20)
    expect(await handle.ended).toEqual({ code: null, signal: 'SIGKILL' })
    expect([await handle.isAlive(), runs(handle.pid!)]).toEqual([false, false])
    await handle.signal('SIGTERM')
    await handle.stop(0)
  })

  it.each([
    ['capture', true],
    ['inherit', false],
    ['discard', true],
  ] as const)(
    'whose output is meant to %s can be typed in, or started twice, although it cannot',
    async (output, twice) => {
      const executor = localProcess({ output })
      const { context } = contextOf(['sleep', '1000'])
      const handle = await started(executor, context)
      expect([executor.kind, executor.replicates, handle.type !== undefined]).toEqual([
        'local',
        twice,
        output === 'capture',
      ])
      await handle.signal('SIGINT')
      expect(await handle.ended).toEqual({ code: null, signal: 'SIGINT' })
      const { context: short } = contextOf(['sh', '-c', 'exit 3'])
      expect(await (await started(executor, short)).ended).toEqual({ code: 3, signal: null })
      await expect(executor.start(contextOf(['/does/not/exist']).context)).rejects.toMatchObject({
        code: 'not_started',
        message: '/does/not/exist could not be started. Check the command and its folder.',
        cause: { code: 'ENOENT' },
      })
    },
  )

  it('that still runs is not found again, or another one is taken for it', async () => {
    const executor = localProcess({ output: 'discard' })
    const { context, fake } = contextOf(['sleep', '1000'])
    const handle = await started(executor, context)
    const { process: identity } = handle.address
    const stale = { process: { ...identity!, startTime: '1' } }
    for (const address of [handle.address, {}, stale]) {
      const found = await executor.adopt?.(context, address)
      expect([found?.pid, found?.address.process, await found?.isAlive()]).toEqual([handle.pid, identity, true])
      found?.detach()
    }
    expect(await executor.adopt?.({ ...context, name: 'another' }, stale)).toBeUndefined()
    const found = await executor.adopt!(context, {})
    expect([found!.output(), found!.outlivesSupervisor, found!.type]).toEqual(['', false, undefined])
    await found!.signal('SIGSTOP')
    const ended = found!.stop(10)
    await handle.ended
    await fake.advance(500)
    await ended
    expect(await found!.ended).toEqual({ code: null, signal: null })
    expect([await found!.isAlive(), fake.waiting]).toEqual([false, 0])
    expect(await executor.adopt?.(context, handle.address)).toBeUndefined()
    await found!.stop(0)
  })

  it('that has become another one is not found by its mark, or one of its children is', async () => {
    const executor = localProcess({ output: 'discard' })
    const { context } = contextOf(['sh', '-c', 'sleep 1000 & exec sleep 999'])
    const handle = await started(executor, context)
    await eventually(
      'the other program',
      () => readFileSync(`/proc/${handle.pid}/cmdline`, 'utf8') === 'sleep\x00999\x00',
    )
    expect((await executor.adopt?.(context, {}))?.pid).toBe(handle.pid)
    const children = readFileSync(`/proc/${handle.pid}/task/${handle.pid}/children`, 'utf8').trim().split(' ')
    for (const child of children) kill(Number(child), 'SIGKILL')
  })

  it.each([
    ['its own variables say', { TERM: 'vt220' }, 'vt100', 'vt220'],
    ['its host has', {}, 'vt100', 'vt100'],
    ['most programs know, where nobody says one', {}, undefined, 'xterm-256color'],
  ] as const)('draws for another terminal than %s', async (_, env, ofHost, drawnFor) => {
    vi.stubEnv('TERM', ofHost)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { context } = contextOf(['sh', '-c', 'echo "<$TERM>"; sleep 1000'], { env })
    const handle = await started(localProcess({ output: 'terminal' }), context)
    await eventually('its terminal', () => handle.output().includes('>'))
    expect(handle.output()).toContain(`<${drawnFor}>`)
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
