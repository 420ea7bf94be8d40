import { describe, expect, it } from 'vitest'
import { resolveProbe } from '../../src/supervisor/probe.ts'
import { checkSessionSpec } from '../../src/supervisor/session-spec.ts'
import { resolveSupervisorOptions } from '../../src/supervisor/supervisor-options.ts'
import { FakeClock } from './fake-clock.ts'
import { fakeExecutor } from './fake-executor.ts'

describe('the options of a supervisor', () => {
  it('have other defaults than their descriptions say', () => {
    const { config, executors, clock, random } = resolveSupervisorOptions({})
    expect(config).toStrictEqual({
      budget: { max: 3, windowMs: 600_000, stableMs: 600_000 },
      backoff: { baseMs: 5_000, factor: 2, maxMs: 60_000 },
      snapshot: { intervalMs: 30_000, generations: 2, outputChars: 65_536, commands: 200 },
      smart: true,
      recoveryTimeoutMs: 120_000,
      probeTimeoutMs: 10_000,
      drainMs: 30_000,
      graceMs: 5_000,
      telemetry: true,
    })
    expect([[...executors], random]).toEqual([[], Math.random])
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60_000)
  })

  it('that were given are replaced by defaults, or one takes those beside it along', () => {
    const least = {
      budget: { max: 0, windowMs: 0, stableMs: 0 },
      backoff: { baseMs: 0, factor: 1, maxMs: 0 },
      snapshot: { intervalMs: 0, generations: 0, outputChars: 0, commands: 0, env: [] },
      smart: false,
      recoveryTimeoutMs: 0,
      probeTimeoutMs: 0,
      drainMs: 0,
      graceMs: 0,
      telemetry: false,
    }
    const random = (): number => 0
    const resolved = resolveSupervisorOptions({ ...least, random, clock: new FakeClock() })
    expect(resolved.config).toStrictEqual(least)
    expect([resolved.random, resolved.clock.now()]).toEqual([random, new FakeClock().now()])
    const endless = {
      budget: { max: Infinity, windowMs: Infinity, stableMs: Infinity },
      backoff: { maxMs: Infinity },
      snapshot: { intervalMs: Infinity },
      recoveryTimeoutMs: Infinity,
    }
    expect(resolveSupervisorOptions(endless).config).toMatchObject(endless)
    // Without a stable period of its own it is the window's, also of one that was given.
    const { budget } = resolveSupervisorOptions({ budget: { windowMs: 7 } }).config
    expect(budget).toEqual({ max: 3, windowMs: 7, stableMs: 7 })
    const host = { folder: 'x', signal: new AbortController().signal }
    for (const good of [host, { store: { state: {} } }]) expect(resolveSupervisorOptions(good as object)).toBeDefined()
  })

  it('hold executors in a list or by their kind, and know one of them by another kind', () => {
    const [local, ssh] = [fakeExecutor(), fakeExecutor({ kind: 'ssh' })]
    for (const executors of [[local, ssh], { ssh, local }])
      expect(Object.fromEntries(resolveSupervisorOptions({ executors }).executors)).toEqual({ local, ssh })
  })
})

describe('a session', () => {
  it('that is right is refused', () => {
    const ssh = { host: 'far' }
    const place = { command: ['y'], cwd: '/', env: { B: '' }, kind: 'tmux', ssh } as const
    const all = {
      command: ['x', ''],
      cwd: '.',
      env: { A: 'b=c' },
      kind: 'ssh',
      probe: () => true,
      restart: 'never',
      ssh: { ...ssh, user: 'me', port: 1, identityFile: 'k', options: { Port: '' }, password: '', passphrase: '' },
      migrateTo: place,
      capture: () => ({}),
      conversationID: '',
    }
    const good = [
      { command: ['x'] },
      all,
      { ...all, ssh: { ...ssh, port: 65_535, privateKey: '' } },
      ...[
        { output: /ready/ },
        { output: 'ready' },
        { echo: true },
        { command: ['curl', '-fs', 'localhost'] },
        { check: () => true, timeoutMs: 0, intervalMs: Infinity },
        { check: { command: ['true'] } },
      ].map((probe) => ({ ...all, probe })),
      ...Object.keys(place).map((name) => ({ command: ['x'], migrateTo: { [name]: place[name as 'kind'] } })),
      ...['local', 'tmux', 'agent'].map((kind) => ({ command: ['x'], kind })),
      ...['always', 'on-failure'].map((restart) => ({ command: ['x'], restart })),
    ]
    for (const spec of good) expect(checkSessionSpec(spec)).toBe(spec)
  })

  it('has a probe that is none, which would be typed into the program or say yes', () => {
    for (const probe of [
      {},
      'ready',
      { comand: ['true'] },
      { command: [] },
      { command: [''] },
      { command: 'true' },
      { output: '' },
      { output: 7 },
      { echo: false },
      { command: ['true'], echo: true },
      { check: {} },
      { check: { echo: true }, timeoutMs: -1 },
      { check: { echo: true }, interval: 5 },
    ])
      expect(() => checkSessionSpec({ command: ['x'], probe })).toThrow(/^spec\.probe[.:]/)
  })

  it('is probed otherwise than it says', () => {
    const output = { output: 'ready' }
    const limits = { timeoutMs: 7, intervalMs: 0 }
    expect(resolveProbe(undefined, 7)).toEqual({ check: undefined, ...limits })
    expect(resolveProbe(output, 7)).toEqual({ check: output, ...limits })
    expect(resolveProbe({ check: output }, 7)).toEqual({ check: output, ...limits })
    expect(resolveProbe({ check: output, timeoutMs: 0, intervalMs: 3 }, 7)).toEqual({
      check: output,
      timeoutMs: 0,
      intervalMs: 3,
    })
  })
})
