import { describe, expect, it } from 'vitest'
import { backoffCeiling, backoffDelay, createSessionSupervisor, type SessionSupervisor } from '../../src/supervisor.ts'
import type { SessionSpec } from '../../src/supervisor.ts'
import { shouldTrigger } from '../../src/supervisor/should-trigger.ts'
import type { SessionSupervisorOptions } from '../../src/supervisor/supervisor-options.ts'
import { patchInteractive, type InteractivePatch } from '../../src/supervisor/snapshots/interactive-state.ts'
import { FakeClock } from './fake-clock.ts'
import { fakeExecutor, type FakeExecutor, type FakeOptions } from './fake-executor.ts'

interface Scene {
  readonly supervisor: SessionSupervisor
  readonly clock: FakeClock
  readonly executor: FakeExecutor
}

function scene(options: SessionSupervisorOptions = {}, fake: FakeOptions = {}): Scene {
  const clock = new FakeClock()
  const executor = fakeExecutor(fake)
  const supervisor = createSessionSupervisor({
    executors: [executor],
    clock,
    random: () => 1,
    telemetry: false,
    ...options,
  })
  return { supervisor, clock, executor }
}

const spec: SessionSpec = { command: ['agent'], probe: () => true }

/** A day: what nobody said is not taken from 1970. */
const now = 86_400_000

describe('whether a session needs help', () => {
  const ago = (ms: number): number => now - ms
  it.each<[string, InteractivePatch | undefined, number, object]>([
    ['nothing is known', undefined, 0, { trigger: false, urgency: 'low' }],
    [
      'unresponsive for 31 s',
      { sessionUnresponsive: true, lastSuccessAt: ago(31_000) },
      0,
      { trigger: true, urgency: 'high', cause: 'unresponsive' },
    ],
    [
      'unresponsive for 30 s',
      { sessionUnresponsive: true, lastSuccessAt: ago(30_000) },
      0,
      { trigger: false, urgency: 'low' },
    ],
    ['two timeouts', { timeoutCount: 2 }, 0, { trigger: false, urgency: 'low' }],
    ['three timeouts', { timeoutCount: 3 }, 0, { trigger: true, urgency: 'high', cause: 'timeouts' }],
    [
      'a prompt of 61 s',
      { isInteractive: true, lastPromptAt: ago(61_000) },
      0,
      { trigger: true, urgency: 'medium', cause: 'stuck_prompt' },
    ],
    [
      'unresponsive for a little more than 30 s',
      { sessionUnresponsive: true, lastSuccessAt: ago(30_001) },
      0,
      { trigger: true, urgency: 'high', cause: 'unresponsive' },
    ],
    [
      'a prompt of a little more than a minute',
      { isInteractive: true, lastPromptAt: ago(60_001) },
      0,
      { trigger: true, urgency: 'medium', cause: 'stuck_prompt' },
    ],
    ['a prompt of a minute', { isInteractive: true, lastPromptAt: ago(60_000) }, 0, { trigger: false, urgency: 'low' }],
    [
      'pending for a little more than 45 s',
      { pendingCommands: ['x'], lastSuccessAt: ago(45_001) },
      0,
      { trigger: true, urgency: 'medium', cause: 'pending' },
    ],
    ['nothing pending for a day', { lastSuccessAt: 0 }, 0, { trigger: false, urgency: 'low' }],
    ['a prompt that was never asked', { isInteractive: true }, now, { trigger: false, urgency: 'low' }],
    ['a prompt of 61 s that is none', { lastPromptAt: ago(61_000) }, 0, { trigger: false, urgency: 'low' }],
    [
      'pending for 46 s',
      { pendingCommands: ['x'], lastSuccessAt: ago(46_000) },
      0,
      { trigger: true, urgency: 'medium', cause: 'pending' },
    ],
    ['pending for 45 s', { pendingCommands: ['x'], lastSuccessAt: ago(45_000) }, 0, { trigger: false, urgency: 'low' }],
    // Never succeeded: as old as its registration.
    [
      'unresponsive, registered a minute ago',
      { sessionUnresponsive: true },
      60_000,
      { trigger: true, urgency: 'high', cause: 'unresponsive' },
    ],
    ['pending, registered just now', { pendingCommands: ['x'] }, 1, { trigger: false, urgency: 'low' }],
    // The first that holds wins.
    [
      'unresponsive and timeouts',
      { sessionUnresponsive: true, timeoutCount: 3, lastSuccessAt: ago(31_000) },
      0,
      { trigger: true, urgency: 'high', cause: 'unresponsive' },
    ],
  ])('is decided otherwise: %s', (_name, patch, registeredAgo, decision) => {
    const facts = { now, registeredAt: now - registeredAgo, awakeSince: Number.NEGATIVE_INFINITY }
    expect(shouldTrigger(patch && patchInteractive(undefined, patch), facts)).toEqual(decision)
  })
})

it('time that the machine slept is taken for silence', () => {
  const state = patchInteractive(undefined, { sessionUnresponsive: true, lastSuccessAt: now - 40_000 })
  const triggerAt = (awakeSince: number) => shouldTrigger(state, { now, registeredAt: 0, awakeSince }).trigger
  expect([now - 30_000, now - 30_001, now - 60_000].map(triggerAt)).toEqual([false, true, true])
})

describe('the wait before an attempt', () => {
  const backoff = { baseMs: 5_000, factor: 2, maxMs: 60_000 }

  it.each([
    [1, 5_000],
    [2, 10_000],
    [3, 20_000],
    [4, 40_000],
    [5, 60_000],
    [500, 60_000],
  ])('of number %i has another ceiling than %i ms', (attempt, ceiling) => {
    expect(backoffCeiling(backoff, attempt)).toBe(ceiling)
    expect([0, 0.5, 1].map((share) => backoffDelay(backoff, attempt, () => share))).toEqual([0, ceiling / 2, ceiling])
  })

  it('outlives its session or its supervisor', async () => {
    const { supervisor, clock, executor } = scene(
      { budget: { max: 9 } },
      { onStart: (program) => setImmediate(() => program.end({ code: 1 })) },
    )
    await supervisor.start()
    await supervisor.register('one', { command: ['agent'] })
    await supervisor.register('two', { command: ['agent'] })
    await clock.advance(3_000)
    await supervisor.unregister('one')
    await clock.until(supervisor.stop())
    const before = executor.programs.length
    await clock.advance(600_000)
    expect(executor.programs.length).toBe(before)
    expect(clock.waiting).toBe(0)
  })
})

describe('a rung of a ladder', () => {
  it('of the prompt comes in another order, or types something else', async () => {
    const { supervisor, clock, executor } = scene()
    await supervisor.start()
    await supervisor.register('s', { command: ['agent'] })
    const result = await clock.until(supervisor.recover('s', { class: 'prompt' }))
    expect(executor.programs[0]!.typed).toEqual(['SIGINT', '\u0003', '\u001B', '\u0015\u000C', '\r'])
    expect(result.tried.map(({ strategy, result: how }) => `${strategy} ${how}`)).toEqual([
      'prompt-interrupt failed',
      'prompt-reset failed',
      'session-refresh failed',
      'restart recovered',
    ])
    await supervisor.stop()
  })

  it('that repeats an idempotent command gives up too early, never, or loses it', async () => {
    let silent = false
    const { supervisor, clock, executor } = scene()
    await supervisor.register('s', { command: ['agent'], probe: () => !silent })
    supervisor.on('strategy-started', ({ strategy }) => {
      silent = strategy === 'command-retry'
    })
    await supervisor.update('s', { interactive: { pendingCommands: [{ command: 'ls', idempotent: true }] } })
    const result = await clock.until(supervisor.recover('s'))
    expect(executor.programs[0]!.typed).toEqual(['ls\r', 'ls\r', 'ls\r'])
    expect(result).toMatchObject({ outcome: 'degraded', pending: ['ls'] })
  })

  it('that needs another place, or a second program, is tried without them', async () => {
    const { supervisor } = scene({}, { replicates: false })
    await supervisor.register('s', { ...spec, probe: () => false })
    const tried = [
      ...(await supervisor.recover('s', { class: 'oom' })).tried,
      ...(await supervisor.recover('s', { class: 'unresponsive' })).tried,
    ]
    const results = new Map(tried.map(({ strategy, result }) => [strategy, result]))
    expect([results.get('migrate'), results.get('replicate')]).toEqual(['not_applicable', 'not_applicable'])
    await supervisor.register('s', { ...spec, probe: () => false, migrateTo: { kind: 'tmux' } })
    const nobody = (await supervisor.recover('s', { class: 'oom' })).tried.find(
      ({ strategy }) => strategy === 'migrate',
    )
    expect(nobody).toMatchObject({ result: 'not_applicable', why: 'no executor for tmux' })
  })

  it('moves to another place and does not stay there', async () => {
    const { supervisor, executor } = scene()
    const far = fakeExecutor({ kind: 'tmux' })
    const both = createSessionSupervisor({ executors: [executor, far], clock: new FakeClock(), telemetry: false })
    await both.register('s', { ...spec, migrateTo: { kind: 'tmux', cwd: '/far' } })
    expect(await both.recover('s', { class: 'oom' })).toMatchObject({ outcome: 'recovered', strategy: 'migrate' })
    expect(await both.recover('s', { class: 'exit' })).toMatchObject({ outcome: 'recovered', strategy: 'restart' })
    expect([executor.programs.length, far.programs.length]).toEqual([0, 2])
    await both.stop()
    await supervisor.stop()
  })

  it('replaces a program before its replica works, or keeps both', async () => {
    let works = true
    const { supervisor, executor } = scene({ budget: { max: 9 } }, { onStart: () => undefined })
    await supervisor.register('s', { command: ['agent'], probe: () => works })
    await supervisor.recover('s')
    supervisor.on('strategy-started', ({ strategy }) => {
      works = strategy === 'replicate'
    })
    const result = await supervisor.recover('s', { class: 'unresponsive' })
    expect(result).toMatchObject({ outcome: 'recovered', strategy: 'replicate' })
    expect(executor.running()).toBe(1)
    await supervisor.stop()
  })

  it('restores the folder in which the program was started, not that in which it was', async () => {
    const seen: (string | undefined)[] = []
    const executor = fakeExecutor()
    const start = executor.start.bind(executor)
    const watched = {
      ...executor,
      start: (context: Parameters<typeof start>[0]) => {
        seen.push(context.spec.cwd)
        return start(context)
      },
    }
    const supervisor = createSessionSupervisor({ executors: [watched], clock: new FakeClock(), telemetry: false })
    await supervisor.register('s', { command: ['agent'], cwd: '/begin', probe: () => seen.length > 1 })
    await supervisor.update('s', { workingDirectory: '/moved' })
    expect(await supervisor.recover('s')).toMatchObject({ strategy: 'restore' })
    expect(seen).toEqual(['/begin', '/moved'])
    await supervisor.stop()
  })
})

describe('a host', () => {
  it('is not asked for fresh state, or ends the snapshots by an answer that fails', async () => {
    const { supervisor, clock } = scene({ snapshot: { intervalMs: 30_000 } })
    let asked = 0
    const causes: unknown[] = []
    supervisor.on('host-error', ({ cause }) => causes.push(cause))
    await supervisor.start()
    await supervisor.register('s', {
      ...spec,
      capture: () => {
        asked += 1
        if (asked === 1) throw new Error('not now')
        return { command: `command ${asked}` }
      },
    })
    await clock.advance(90_000)
    expect(asked).toBe(3)
    expect(causes).toHaveLength(1)
    expect(supervisor.snapshots()[0]?.commandHistory).toEqual(['command 2', 'command 3'])
    await supervisor.stop()
  })

  it('is asked although it wants no periodic snapshots', async () => {
    for (const intervalMs of [0, Number.POSITIVE_INFINITY]) {
      const { supervisor, clock } = scene({ snapshot: { intervalMs } })
      let asked = 0
      await supervisor.start()
      await supervisor.register('s', {
        ...spec,
        capture: () => {
          asked += 1
          return {}
        },
      })
      await clock.advance(600_000)
      expect(asked).toBe(0)
      await supervisor.stop()
    }
  })

  it('fills the memory with output and history', async () => {
    const { supervisor, executor } = scene({ snapshot: { outputChars: 1_000, commands: 3 } })
    await supervisor.start()
    await supervisor.register('s', spec)
    for (let count = 0; count < 50; count += 1) {
      executor.programs[0]!.print('x'.repeat(500))
      await supervisor.update('s', { command: `c${count}` })
    }
    const [snapshot] = supervisor.snapshots()
    expect(snapshot?.output.length).toBe(1_000)
    expect(snapshot?.commandHistory).toEqual(['c47', 'c48', 'c49'])
    await supervisor.stop()
  })

  it('whose repair throws gets no recovery', async () => {
    const { supervisor } = scene(
      {},
      {
        repair: async () => {
          throw new TypeError('broken repair')
        },
      },
    )
    await supervisor.register('s', spec)
    const result = await supervisor.recover('s', { class: 'structural' })
    // It runs again, and a person is told that its session was not repaired.
    expect(result).toMatchObject({ outcome: 'degraded', strategy: 'restart', repair: { status: 'failed' } })
    expect(result.repair?.says).toBe('the repair failed (TypeError)')
  })
})

describe('the numbers of sessions at a prompt', () => {
  it.each<readonly [readonly (InteractivePatch | undefined)[], readonly [number, number, number, number]]>([
    [[undefined], [0, 0, 0, 0]],
    [[{ isInteractive: true, timeoutCount: 1 }], [1, 1, 0, 1]],
    [
      [undefined, { isInteractive: false, timeoutCount: 2 }],
      [0, 1, 0, 2],
    ],
    [
      [{ isInteractive: true, timeoutCount: 3 }, undefined, { isInteractive: true, sessionUnresponsive: true }],
      [2, 1, 1, 1.5],
    ],
  ])('of %j count something else', async (patches, counted) => {
    const { supervisor } = scene()
    for (const [place, interactive] of patches.entries()) {
      await supervisor.register(`${place}`, spec)
      if (interactive) await supervisor.update(`${place}`, { interactive })
    }
    const { registeredSessions, interactive } = supervisor.statistics()
    const { sessions, withTimeouts, unresponsive, averageTimeoutCount } = interactive
    expect([registeredSessions, sessions, withTimeouts, unresponsive, averageTimeoutCount]).toEqual([
      patches.length,
      ...counted,
    ])
  })
})
