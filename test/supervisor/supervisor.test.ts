import { describe, expect, it } from 'vitest'
import { createSessionSupervisor } from '../../src/supervisor.ts'
import type { SessionSupervisorOptions } from '../../src/supervisor/supervisor-options.ts'
import type { FakeOptions } from './fake-executor.ts'
import { scene, spec } from './scene.ts'

describe('a recovery', () => {
  it('counts as a success although nothing could be done', async () => {
    const { supervisor } = scene({ executors: [] })
    await supervisor.register('s', spec)
    const result = await supervisor.recover('s')
    expect(result.tried.map(({ strategy, result: how }) => `${strategy} ${how}`)).toEqual([
      'restart not_applicable',
      'restore not_applicable',
      'fallback archived',
    ])
    expect(result.outcome).toBe('archived')
    expect(supervisor.statistics()).toMatchObject({ attempts: 1, successRate: 0, outcomes: { archived: 1 } })
  })

  it('counts as a success although the probe says no', async () => {
    const { supervisor, executor } = scene()
    await supervisor.register('s', { ...spec, probe: () => false })
    const result = await supervisor.recover('s', { class: 'exit' })
    expect(result.outcome).toBe('archived')
    expect(result.archive).toBeDefined()
    expect(executor.running()).toBe(0)
  })

  it('believes a probe that says yes to a dead program', async () => {
    const { supervisor } = scene({}, { onStart: (program) => program.end() })
    await supervisor.register('s', { ...spec, probe: () => true })
    expect((await supervisor.recover('s')).outcome).toBe('archived')
  })

  it('waits for ever for a probe that never answers', async () => {
    const { supervisor, clock } = scene()
    await supervisor.register('s', {
      ...spec,
      probe: { check: () => new Promise<boolean>(() => undefined), timeoutMs: 700 },
    })
    const result = await clock.until(supervisor.recover('s'))
    expect(result.tried[0]).toMatchObject({ strategy: 'restart', result: 'failed', why: 'no answer within 0.7 s' })
  })

  it('ends at a probe that throws', async () => {
    const { supervisor } = scene()
    await supervisor.register('s', {
      ...spec,
      probe: () => {
        throw new TypeError('secret text')
      },
    })
    const { tried } = await supervisor.recover('s')
    expect(tried[0]?.why).toBe('the probe failed (TypeError)')
  })

  it('does not take the next rung after one has failed', async () => {
    const { supervisor } = scene(
      {},
      {
        onStart: (_program, count) => {
          if (count === 1) throw Object.assign(new Error('no'), { code: 'ENOENT' })
        },
      },
    )
    await supervisor.register('s', { ...spec, probe: () => true })
    const result = await supervisor.recover('s')
    expect(result).toMatchObject({ outcome: 'recovered', strategy: 'restore' })
    expect(result.tried[0]?.why).toBe('it could not be started (ENOENT)')
  })

  it('of a session that is registered after a stop is called off until the next start', async () => {
    const { supervisor, executor } = scene()
    await supervisor.start()
    await supervisor.stop()
    await supervisor.register('s', { ...spec, probe: () => true })
    expect(executor.running()).toBe(0)
    expect(await supervisor.recover('s')).toMatchObject({ outcome: 'recovered' })
    expect(executor.running()).toBe(1)
  })

  it('runs twice at once for one session (I9)', async () => {
    const { supervisor, executor } = scene()
    await supervisor.register('s', { ...spec, probe: () => true })
    const [first, second] = await Promise.all([supervisor.recover('s'), supervisor.recover('s')])
    expect(first).toBe(second)
    expect(executor.programs.length).toBe(1)
  })

  it('runs for a session that nobody knows', async () => {
    const { supervisor } = scene()
    expect(await supervisor.recover('nobody')).toMatchObject({ outcome: 'failed', why: 'not_registered', tried: [] })
  })

  it('takes longer than it may', async () => {
    const { supervisor, clock } = scene({ recoveryTimeoutMs: 1_000, probeTimeoutMs: 60_000 })
    await supervisor.register('s', { ...spec, probe: () => new Promise<boolean>(() => undefined) })
    const result = await clock.until(supervisor.recover('s'))
    expect(result).toMatchObject({ outcome: 'archived', why: 'timeout', durationMs: 1_000 })
  })

  it('of a structural failure starts the program on the broken session', async () => {
    const order: string[] = []
    const { supervisor } = scene(
      {},
      {
        onStart: () => order.push('start'),
        repair: async () => {
          order.push('repair')
          return { status: 'repaired', says: 'one call answered', turns: 4, bytes: 100 }
        },
      },
    )
    await supervisor.register('s', { ...spec, probe: () => true })
    const result = await supervisor.recover('s', { class: 'structural' })
    expect(order).toEqual(['repair', 'start'])
    expect(result.repair?.status).toBe('repaired')
    expect(supervisor.statistics()).toMatchObject({ turnsRestored: 4, bytesRestored: 100 })
  })
})

describe('an exit', () => {
  const repairing = (refused: boolean): FakeOptions => ({
    repair: async () => ({ status: 'repaired', refused, says: 'thinking dropped' }),
  })

  it.each([
    ['structural', true, { class: 'exit' }],
    ['exit', false, { class: 'exit' }],
    ['signal', true, { class: 'signal' }],
  ] as const)('is not called %s where the provider had refused: %s', async (named, refused, failure) => {
    const { supervisor } = scene({}, repairing(refused))
    await supervisor.register('s', { ...spec, probe: () => true })
    expect(await supervisor.recover('s', failure)).toMatchObject({ outcome: 'recovered', class: named })
  })

  it('is only an exit although the program was refused as soon as it was started again', async () => {
    let repairs = 0
    const { supervisor } = scene(
      {},
      {
        repair: async () => {
          repairs += 1
          return { status: repairs === 1 ? 'healthy' : 'repaired', refused: repairs > 1, says: '' }
        },
        onStart: (program, count) => void (count === 1 && program.end()),
      },
    )
    await supervisor.register('s', { ...spec, probe: () => true })
    expect((await supervisor.recover('s', { class: 'exit' })).class).toBe('structural')
  })
})

describe('pending commands', () => {
  it('are repeated although nobody said that this is harmless (I16)', async () => {
    const { supervisor, executor } = scene()
    await supervisor.register('s', { ...spec, probe: () => true })
    await supervisor.update('s', {
      interactive: { pendingCommands: ['deploy', { command: 'ls', idempotent: true }] },
    })
    const result = await supervisor.recover('s')
    expect(result).toMatchObject({ outcome: 'degraded', pending: ['deploy'] })
    expect(executor.programs[0]?.typed).toEqual(['ls\r'])
  })
})

describe('the budget', () => {
  it('does not end, or not loudly and with the next command', async () => {
    const { supervisor, clock, executor, told } = scene(
      { budget: { max: 2, windowMs: 60_000 }, backoff: { baseMs: 100 } },
      { onStart: (program) => setImmediate(() => program.end()) },
    )
    let next = ''
    supervisor.on('parked', (event) => {
      next = event.next
    })
    await supervisor.start()
    await supervisor.register('s', spec)
    await clock.advance(30_000)
    expect(executor.programs.length).toBe(1 + 2)
    expect(told.filter((line) => line === 'parked')).toHaveLength(1)
    expect(next).toBe('session-recovery supervise --id s -- agent')
    expect(await supervisor.recover('s')).toMatchObject({ outcome: 'failed', why: 'budget', tried: [] })
    expect(told.filter((line) => line === 'parked')).toHaveLength(1)
    await supervisor.stop()
  })

  it('is not given back by a stable period', async () => {
    const { supervisor, clock } = scene({ budget: { max: 3, windowMs: Number.POSITIVE_INFINITY, stableMs: 60_000 } })
    await supervisor.register('s', { ...spec, probe: () => true })
    for (let count = 0; count < 3; count += 1) expect((await supervisor.recover('s')).outcome).toBe('recovered')
    expect((await supervisor.recover('s')).why).toBe('budget')
    await clock.advance(60_000)
    expect((await supervisor.recover('s')).outcome).toBe('recovered')
  })

  it('of nothing lets something happen, and 0 stands for a default', async () => {
    const { supervisor } = scene({
      budget: { max: 0 },
      backoff: { baseMs: 0 },
      snapshot: { intervalMs: 0 },
    })
    await supervisor.register('s', { ...spec, probe: () => true })
    expect((await supervisor.recover('s')).why).toBe('budget')
    expect(supervisor.statistics().config).toMatchObject({
      budget: { max: 0 },
      backoff: { baseMs: 0 },
      snapshot: { intervalMs: 0 },
    })
  })
})

describe('a program that ends', () => {
  it('by itself is started again, or by a signal is not', async () => {
    const { supervisor, clock, executor, told } = scene()
    await supervisor.start()
    await supervisor.register('done', { ...spec, probe: () => true })
    executor.programs[0]!.end({ code: 0 })
    await clock.advance(60_000)
    expect(executor.programs.length).toBe(1)
    await supervisor.register('killed', { ...spec, probe: () => true })
    executor.programs[1]!.end({ signal: 'SIGKILL' })
    await clock.advance(1)
    expect(executor.programs.length).toBe(3)
    expect(told.at(-1)).toBe('recovery-ended recovered')
    expect(supervisor.snapshots().map(({ state }) => state)).toEqual(['ended', 'running'])
    await supervisor.stop()
    expect(executor.running()).toBe(0)
    expect(clock.waiting).toBe(0)
  })

  it('again at once is started again at once', async () => {
    const delays: number[] = []
    const { supervisor, clock } = scene(
      { budget: { max: 4 }, backoff: { baseMs: 1_000, factor: 2, maxMs: 3_000 }, random: () => 1 },
      { onStart: (program) => setImmediate(() => program.end({ code: 1 })) },
    )
    supervisor.on('retry-scheduled', ({ delayMs }) => delays.push(delayMs))
    await supervisor.start()
    await supervisor.register('s', { ...spec, probe: () => true })
    await clock.advance(60_000)
    // Each attempt takes one start, and the rung after it another one.
    expect(delays[0]).toBe(0)
    expect(delays.slice(1).every((delay) => delay >= 1_000 && delay <= 3_000)).toBe(true)
    await supervisor.stop()
  })
})

describe('stopping', () => {
  it('leaves a timer, also when nothing was started and a session was registered twice', async () => {
    const { supervisor, clock } = scene()
    await supervisor.register('s', spec)
    await supervisor.register('s', spec)
    await supervisor.stop()
    expect(clock.waiting).toBe(0)
  })

  it('to look after one session does not wait for its program', async () => {
    const { supervisor, executor } = scene()
    await supervisor.start()
    await supervisor.register('s', spec)
    const steps: string[] = []
    const { handle } = executor.programs[0]!
    Object.assign(handle, {
      async stop(graceMs: number) {
        await new Promise((resolve) => setTimeout(resolve, 5))
        steps.push(`ended within ${graceMs}`)
      },
    })
    supervisor.on('unregistered', ({ sessionID }) => steps.push(`forgot ${sessionID}`))
    expect(await supervisor.unregister('s')).toBe(true)
    expect(steps).toEqual(['ended within 5000', 'forgot s'])
  })

  it('to look after a session that is being recovered tells of it afterwards', async () => {
    const { supervisor, clock } = scene()
    const states: string[] = []
    supervisor.on('state', ({ state }) => states.push(state))
    await supervisor.start()
    await supervisor.register('s', { ...spec, probe: () => new Promise<boolean>(() => undefined) })
    const recovery = supervisor.recover('s')
    await clock.settle()
    expect(await clock.until(supervisor.unregister('s'))).toBe(true)
    expect(await recovery).toMatchObject({ outcome: 'archived', why: 'stopped' })
    expect(states).toEqual(['running', 'recovering'])
  })

  it('waits for ever for a recovery that hangs', async () => {
    const { supervisor, clock, executor } = scene({ drainMs: 1_000 })
    await supervisor.start()
    await supervisor.register('s', { ...spec, probe: () => new Promise<boolean>(() => undefined) })
    executor.programs[0]!.end()
    await clock.advance(10)
    await clock.until(supervisor.stop())
    expect(executor.running()).toBe(0)
    expect(clock.waiting).toBe(0)
  })

  it('is not done by the signal of the host, or by leaving the block', async () => {
    const host = new AbortController()
    const { supervisor, clock, executor } = scene({ signal: host.signal })
    await supervisor.start()
    await supervisor.register('s', spec)
    host.abort()
    await clock.advance(10)
    expect([executor.running(), clock.waiting]).toEqual([0, 0])
    const other = scene()
    {
      await using inner = other.supervisor
      await inner.start()
      await inner.register('s', spec)
      expect(other.executor.running()).toBe(1)
    }
    expect([other.executor.running(), other.clock.waiting]).toEqual([0, 0])
  })
})

describe('statistics', () => {
  it('are no numbers after the first success', async () => {
    const { supervisor } = scene()
    await supervisor.register('s', { ...spec, probe: () => true })
    await supervisor.recover('s')
    expect(supervisor.statistics()).toMatchObject({
      attempts: 1,
      averageRecoveryMs: 0,
      medianRecoveryMs: 0,
      p95RecoveryMs: 0,
      successRate: 100,
      strategies: { restart: { tried: 1, worked: 1, notApplicable: 0 } },
      sessions: { s: { attempts: 1, state: 'running' } },
    })
    expect(supervisor.history('s')).toHaveLength(1)
  })
})

describe('options and specs', () => {
  it.each([
    [{ budget: { max: -1 } }, /budget\.max/],
    [{ backoff: { factor: 0.5 } }, /backoff\.factor/],
    [{ snapshot: { every: 3 } }, /snapshot/],
    [{ budgets: {} }, /budgets/],
    [{ clock: {} }, /clock/],
    [{ executors: [{}] }, /executor/],
    [{ executors: { local: { start: 7 } } }, /executor/],
    [{ folder: '' }, /folder/],
    [{ folder: 'x', store: { state: {} } }, /store: cannot be given together with folder/],
    [{ budget: { max: '3' } }, /budget\.max: must be a number from 0 on/],
    [{ backoff: { baseMs: Infinity } }, /backoff\.baseMs: must be finite/],
    [{ backoff: { factor: Infinity } }, /backoff\.factor: must be finite/],
    [{ backoff: { maxMs: Number.NaN } }, /backoff\.maxMs/],
    [{ snapshot: { generations: 1.5 } }, /snapshot\.generations: must be a whole number/],
    [{ snapshot: { outputChars: Infinity } }, /snapshot\.outputChars/],
    [{ snapshot: { commands: -1 } }, /snapshot\.commands/],
    [{ snapshot: { env: 'PATH' } }, /snapshot\.env/],
    [{ smart: 1 }, /smart/],
    [{ recoveryTimeoutMs: -1 }, /recoveryTimeoutMs/],
    [{ probeTimeoutMs: Infinity }, /probeTimeoutMs/],
    [{ drainMs: Infinity }, /drainMs/],
    [{ graceMs: Infinity }, /graceMs/],
    [{ telemetry: 1 }, /telemetry/],
    [{ random: 1 }, /random/],
    [{ signal: {} }, /signal/],
  ])('%j are taken', (options, complaint) => {
    expect(() => createSessionSupervisor(options as SessionSupervisorOptions)).toThrow(complaint)
  })

  it.each([
    [{}, /command/],
    [{ command: [] }, /command/],
    [{ command: ['x'], kind: 'ssh' }, /ssh/],
    [{ command: ['x'], ssh: { host: '-oProxyCommand=evil' } }, /host/],
    [{ command: ['x'], kinds: 'local' }, /kinds/],
    [{ command: ['x', 7] }, /command\.1/],
    [{ command: [''] }, /command\.0/],
    [{ command: ['x\0'] }, /command\.0: holds a NUL character/],
    [{ command: ['x'], cwd: '' }, /cwd/],
    [{ command: ['x'], env: { 'A=B': 'c' } }, /env/],
    [{ command: ['x'], env: { A: 7 } }, /env/],
    [{ command: ['x'], kind: 'none' }, /kind/],
    [{ command: ['x'], ssh: { host: 'a b' } }, /ssh\.host/],
    [{ command: ['x'], ssh: { host: '' } }, /ssh\.host/],
    [{ command: ['x'], ssh: { host: 'far', user: '-l' } }, /ssh\.user/],
    [{ command: ['x'], ssh: { host: 'far', user: 'a b' } }, /ssh\.user/],
    [{ command: ['x'], ssh: { host: 'far', port: 0 } }, /ssh\.port/],
    [{ command: ['x'], ssh: { host: 'far', port: 65_536 } }, /ssh\.port/],
    [{ command: ['x'], ssh: { host: 'far', identityFile: '' } }, /ssh\.identityFile/],
    [{ command: ['x'], ssh: { host: 'far', options: { 'a b': 'c' } } }, /ssh\.options/],
    [{ command: ['x'], ssh: { host: 'far', keys: 1 } }, /keys/],
    [{ command: ['x'], probe: 7 }, /probe/],
    [{ command: ['x'], restart: 'sometimes' }, /restart/],
    [{ command: ['x'], migrateTo: { probe: {} } }, /probe/],
    [{ command: ['x'], capture: {} }, /capture/],
    [{ command: ['x'], conversationID: 7 }, /conversationID/],
  ])('%j is registered', async (given, complaint) => {
    await expect(scene().supervisor.register('s', given as never)).rejects.toThrow(complaint)
  })

  it('take a listener for an event that never comes', () => {
    expect(() => scene().supervisor.on('recoveryAttempted' as never, () => undefined)).toThrow(/no event/)
  })
})
