import { expect, test } from 'vitest'
import { createSessionSupervisor, type SessionSpec, type SessionSupervisor } from '../../src/supervisor.ts'
import { supervisorEventNames } from '../../src/supervisor/supervisor-events.ts'
import type { SessionSupervisorOptions } from '../../src/supervisor/supervisor-options.ts'
import { failureClasses } from '../../src/supervisor/failure.ts'
import { FakeClock } from './fake-clock.ts'
import { fakeExecutor, type FakeExecutor, type FakeOptions } from './fake-executor.ts'

/**
 * What a supervisor tells of its sessions, event by event, on a clock of the test: `npx vitest run test/supervisor/story -u`
 * records it anew; read the difference.
 */
interface Story {
  readonly supervisor: SessionSupervisor
  readonly clock: FakeClock
  readonly executor: FakeExecutor
  readonly lines: string[]
  /** Programs by the order in which they were started, from 0. */
  end(program: number, code: number | null, signal?: string): void
  show(what: unknown): void
}

/** What waits for seconds is not looked at ten times in each of them. */
class QuickClock extends FakeClock {
  override until<T>(promise: Promise<T>): Promise<T> {
    return super.until(promise, 1_000)
  }
}

const shown = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    each instanceof Error ? `${each.name}: ${each.message}` : each === Infinity ? 'Infinity' : each,
  )

function story(
  options: SessionSupervisorOptions = {},
  fake: FakeOptions = {},
  more: readonly FakeExecutor[] = [],
): Story {
  const clock = new QuickClock()
  const executor = fakeExecutor(fake)
  const supervisor = createSessionSupervisor({
    executors: [executor, ...more],
    clock,
    random: () => 0.5,
    telemetry: false,
    ...options,
  })
  const lines: string[] = []
  for (const name of supervisorEventNames)
    supervisor.on(name, (event) => {
      const told = 'plan' in event ? { ...event, plan: event.plan.strategies } : event
      lines.push(`${clock.monotonic()} ${name} ${shown(told)}`)
    })
  return {
    supervisor,
    clock,
    executor,
    lines,
    end: (program, code, signal) => executor.programs[program]!.end({ code, ...(signal !== undefined && { signal }) }),
    show: (what) => void lines.push(`  = ${shown(what)}`),
  }
}

/** An executor whose connections come back in turn: one that is there, the same once more, an error, and nothing. */
function reconnecting(): FakeExecutor {
  const executor = fakeExecutor({ kind: 'ssh' })
  let asked = 0
  return {
    ...executor,
    async reconnect(context) {
      asked += 1
      if (asked < 3) return executor.start(context)
      if (asked === 3) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
      return undefined
    },
  }
}

/** An executor that finds what it would have started. */
function adopting(): FakeExecutor {
  const executor = fakeExecutor({ kind: 'tmux' })
  return { ...executor, adopt: (context) => executor.start(context) }
}

type Scene = (story: Story) => Promise<void>

const command: SessionSpec = { command: ['agent', '--key=sk-ant-api03-abcdefghijklmnopqrstuvwxyz'], cwd: '/work' }

const scenes: readonly (readonly [title: string, tell: Scene, ...Parameters<typeof story>])[] = [
  [
    'a program that ends again and again is parked, loudly',
    async ({ supervisor, clock, executor, show }) => {
      await supervisor.start()
      await supervisor.register('s', { ...command, env: { TOKEN: 'very-secret', LANG: 'C' } })
      executor.programs[0]!.print('out of luck: very-secret')
      for (let program = 0; program < executor.programs.length && program < 9; program += 1) {
        executor.programs[program]!.end({ code: 1 })
        await clock.advance(20_000)
      }
      show(supervisor.snapshots())
      show(supervisor.statistics())
      show(supervisor.history('s'))
      show(await clock.until(supervisor.recover('s')))
      await supervisor.register('s', command)
      show(supervisor.statistics().sessions['s'])
      await supervisor.stop()
    },
    { budget: { max: 3 } },
  ],
  [
    'a program that is killed once comes back, and gets its budget back when it is stable',
    async ({ supervisor, clock, end, show }) => {
      await supervisor.start()
      await supervisor.register('s', command)
      await clock.advance(59_999)
      end(0, null, 'SIGKILL')
      await clock.advance(10_000)
      show(supervisor.statistics().sessions)
      await clock.advance(60_000)
      // Nobody asks meanwhile: its end alone counts.
      end(1, 134)
      await clock.advance(10_000)
      await supervisor.stop({ sessions: 'leave' })
    },
    { budget: { max: 2, stableMs: 60_000 }, snapshot: { intervalMs: 0 } },
  ],
  ...(['never', 'always', 'on-failure'] as const).map(
    (restart) =>
      [
        `a program that restarts ${restart} ends in order, and not in order`,
        async ({ supervisor, clock, executor, end }: Story) => {
          await supervisor.start()
          await supervisor.register('s', { ...command, restart })
          end(0, 0)
          await clock.advance(10_000)
          if (executor.running() > 0) end(1, 3)
          await clock.advance(10_000)
          await supervisor.register('s', { ...command, restart })
          await clock.advance(10_000)
          await supervisor.stop()
        },
        { snapshot: { intervalMs: 0 } },
      ] as const,
  ),
  ...failureClasses.flatMap((failure) =>
    [false, true].map(
      (remote) =>
        [
          `nothing helps against ${failure} ${remote ? 'on another machine' : 'here'}`,
          async ({ supervisor, clock, show }: Story) => {
            const far = remote ? ({ kind: 'ssh', ssh: { host: 'far' } } as const) : {}
            await supervisor.register('s', { ...command, ...far, probe: () => false })
            await clock.until(supervisor.recover('s', { class: failure, text: 'it said so' }))
            show(supervisor.plan('s', { class: failure }))
          },
          { budget: { max: 9 } },
          {},
          [fakeExecutor({ kind: 'ssh' })],
        ] as const,
    ),
  ),
  [
    'a probe that is asked from time to time misses three times in a row',
    async ({ supervisor, clock, show }) => {
      let asked = 0
      await supervisor.start()
      const check = (): boolean => {
        asked += 1
        return ![1, 2, 4, 5, 6].includes(asked)
      }
      await supervisor.register('s', { ...command, probe: { check, intervalMs: 10_000 } })
      await clock.advance(75_000)
      show(asked)
      await supervisor.stop()
    },
    { snapshot: { intervalMs: 0 } },
  ],
  [
    'the machine sleeps between two misses of a probe',
    async ({ supervisor, clock, show }) => {
      await supervisor.start()
      let asked = 0
      const check = (): boolean => {
        asked += 1
        return false
      }
      await supervisor.register('s', { ...command, probe: { check, intervalMs: 10_000 } })
      await clock.advance(25_000)
      clock.sleep(3_600_000)
      await clock.advance(0)
      await clock.advance(25_000)
      show(asked)
      await supervisor.stop()
    },
    { snapshot: { intervalMs: 0 } },
  ],
  [
    'a prompt that nobody answers is helped at the next snapshot, also when its capture fails',
    async ({ supervisor, clock, executor, show }) => {
      await supervisor.start()
      let asked = 0
      await supervisor.register('s', {
        ...command,
        capture: () => {
          asked += 1
          if (asked === 1) throw new Error('not yet')
          if (asked === 2) return { output: 'half', commandHistory: ['a', 'b'] }
          return { interactive: { isInteractive: true, timeoutCount: 3, pendingCommands: ['ls', 'rm'] } }
        },
      })
      executor.programs[0]!.print('$ ')
      await clock.advance(30_000)
      show(supervisor.shouldTrigger('s'))
      await clock.advance(60_000)
      show(executor.programs.map(({ typed }) => typed))
      show(supervisor.snapshots())
      await supervisor.stop()
    },
    { snapshot: { intervalMs: 30_000 } },
  ],
  [
    'a command that may run twice is sent again, and one that may not is shown',
    async ({ supervisor, clock, executor, show }) => {
      await supervisor.register('s', { ...command, probe: () => true })
      const pendingCommands = [{ command: 'ls', idempotent: true }, 'rm sk-ant-api03-abcdefghijklmnopqrstuvwxyz']
      await supervisor.update('s', {
        interactive: { pendingCommands, lastPrompt: '$ ', lastSuccessAt: clock.now() - 500 },
      })
      show(supervisor.plan('s', 'it hangs at the prompt'))
      show(await clock.until(supervisor.recover('s', 'connection reset')))
      show(executor.programs[0]!.typed)
    },
  ],
  [
    'a program that cannot be started is tried again, and what was under way is drained',
    async ({ supervisor, clock }) => {
      await supervisor.start()
      await supervisor.register('s', command)
      await clock.advance(60_000)
      await clock.until(supervisor.stop())
    },
    { snapshot: { intervalMs: 0 } },
    {
      onStart: (_program, count) => {
        if (count < 3) throw Object.assign(new Error('spawn'), { code: 'ENOENT' })
      },
    },
  ],
  [
    'a recovery that takes too long, and one that its stop breaks off',
    async ({ supervisor, clock }) => {
      await supervisor.start()
      await supervisor.register('s', { ...command, probe: () => new Promise<boolean>(() => undefined) })
      await clock.until(supervisor.recover('s'))
      const broken = supervisor.recover('s')
      await clock.advance(1_000)
      await clock.until(supervisor.stop())
      await clock.until(broken)
    },
    { recoveryTimeoutMs: 15_000, snapshot: { intervalMs: 0 }, budget: { max: 9 } },
  ],
  [
    'a session is forgotten, unknown, or has nobody who could run it',
    async ({ supervisor, clock, show }) => {
      await supervisor.start()
      await supervisor.register('s', command)
      show(await supervisor.unregister('s'))
      show(await supervisor.unregister('s'))
      show(await supervisor.update('s', {}))
      show(await clock.until(supervisor.recover('s', 'timed out')))
      show(supervisor.history('s'))
      const far = { ...command, kind: 'tmux' } as const
      show(await supervisor.register('t', far).catch((cause: unknown) => cause))
      show(await clock.until(supervisor.recover('t')))
      for (const ask of [() => supervisor.plan('u'), () => supervisor.shouldTrigger('u')])
        try {
          ask()
        } catch (cause) {
          show(cause)
        }
      await supervisor.stop()
    },
  ],
  [
    'a connection that was lost is there again, works no longer, is refused, or leads to nothing',
    async ({ supervisor, clock, show }) => {
      await supervisor.start()
      let works = true
      await supervisor.register('s', { ...command, kind: 'ssh', ssh: { host: 'far' }, probe: () => works })
      for (works of [true, false, false, true]) {
        show(works)
        await clock.until(supervisor.recover('s', { class: 'network' }))
      }
      show(await clock.until(supervisor.stop({ sessions: 'leave' })))
    },
    { budget: { max: 99 }, snapshot: { intervalMs: 0 } },
    {},
    [reconnecting()],
  ],
  [
    'what a former supervisor has left running is taken over',
    async ({ supervisor, clock, show }) => {
      await supervisor.start()
      show(await supervisor.register('s', { ...command, kind: 'tmux' }))
      await clock.until(supervisor.stop())
    },
    { snapshot: { intervalMs: 0 } },
    {},
    [adopting()],
  ],
  [
    'a listener that throws stops nothing',
    async ({ supervisor }) => {
      supervisor.on('launched', () => {
        throw new Error('no more')
      })
      supervisor.on('host-error', () => {
        throw new Error('not even this')
      })
      const off = supervisor.on('stopped', () => {
        throw new Error('taken back')
      })
      off()
      await supervisor.start()
      await supervisor.register('s', command)
      await supervisor.stop()
    },
  ],
]

test('the story of a session is not what is on record', async () => {
  let record = ''
  for (const [title, tell, ...given] of scenes) {
    const told = story(...given)
    await tell(told)
    record += `# ${title}\n${told.lines.join('\n')}\n\n`
  }
  await expect(record).toMatchFileSnapshot('./story.txt')
})
