import { createSessionSupervisor, type Probe, type SessionSupervisor } from '../../src/supervisor.ts'
import { createRandom, type Random } from '../../src/testing/provider/shared/random.ts'
import { FakeClock } from './fake-clock.ts'
import { fakeExecutor } from './fake-executor.ts'

/** What a simulated life has shown. Every list is to be empty. */
export interface Simulation {
  readonly overBudget: readonly string[]
  readonly successWithoutProbe: readonly string[]
  readonly afterStop: readonly string[]
  readonly hostErrors: readonly string[]
  readonly recoveries: number
  readonly events: number
}

const hour = 3_600_000

/** One start of a program for a recovery, and when; monotonic ms. */
interface Start {
  readonly session: string
  readonly at: number
}

/** Starts of one session that lie too dense for its budget. */
function overBudget(starts: readonly Start[], max: number, windowMs: number): string[] {
  return starts.flatMap(({ session, at }) => {
    const within = starts.filter((other) => other.session === session && other.at > at - windowMs && other.at <= at)
    return within.length > max ? [`${session}: ${within.length} starts until ${at}, of ${max}`] : []
  })
}

/** Probes of every kind, also those that lie, hang and throw; `says` is called for each yes. */
function randomProbe(pick: Random['pick'], says: () => void): Probe | undefined {
  const yes = (): boolean => {
    says()
    return true
  }
  return pick<Probe | undefined>([
    async ({ session }) => (await session.isAlive()) && yes(),
    yes,
    () => false,
    { check: () => new Promise<boolean>(() => undefined), timeoutMs: 3_000 },
    () => {
      throw new Error('a probe that throws')
    },
    () => pick([true, false]) && yes(),
  ])
}

/** A life of supervised sessions, decided by a seed: crashes, lies, wrong clocks, sleep, calls that overlap, a stop in the middle. */
export async function simulate(seed: number): Promise<Simulation> {
  const { next: random, pick } = createRandom(seed)
  const clock = new FakeClock()
  const max = pick([0, 1, 2, 3, 5])
  const windowMs = pick([60_000, 600_000])
  const starts: Start[] = []
  const yeses = new Map<string, number>()
  const result = {
    afterStop: [] as string[],
    without: [] as string[],
    hostErrors: [] as string[],
    recoveries: 0,
    events: 0,
  }
  const recovering = new Map<string, number>()
  let stopped = false
  /** Timers of the test itself. */
  let crashes = 0

  const executor = fakeExecutor({
    onStart(program) {
      const how = random()
      if (how < 0.15) throw new Error('not started')
      if (how < 0.6) {
        crashes += 1
        const endsAfter = how < 0.4 ? random() * 2_000 : random() * hour
        clock.setTimeout(() => {
          crashes -= 1
          program.end({ code: 1 })
        }, endsAfter)
      }
    },
  })
  const start = executor.start.bind(executor)
  const counting = {
    ...executor,
    start: async (context: Parameters<typeof start>[0]) => {
      if (recovering.has(context.sessionID)) starts.push({ session: context.sessionID, at: clock.monotonic() })
      return start(context)
    },
  }
  const supervisor: SessionSupervisor = createSessionSupervisor({
    executors: [counting],
    clock,
    random,
    telemetry: false,
    budget: { max, windowMs },
    backoff: { baseMs: pick([0, 100, 5_000]), maxMs: 60_000 },
    drainMs: 5_000,
    probeTimeoutMs: 2_000,
  })
  for (const name of ['started', 'launched', 'recovery-started', 'recovery-ended', 'retry-scheduled', 'state'] as const)
    supervisor.on(name, () => {
      result.events += 1
      if (stopped) result.afterStop.push(name)
    })
  supervisor.on('host-error', ({ cause }) => result.hostErrors.push(String(cause)))
  supervisor.on('recovery-started', ({ sessionID }) => recovering.set(sessionID, yeses.get(sessionID) ?? 0))
  const withProbe = new Set<string>()
  supervisor.on('recovery-ended', ({ sessionID, outcome }) => {
    result.recoveries += 1
    const before = recovering.get(sessionID) ?? 0
    recovering.delete(sessionID)
    const isSuccess = outcome === 'recovered' || outcome === 'degraded'
    if (isSuccess && withProbe.has(sessionID) && (yeses.get(sessionID) ?? 0) === before) result.without.push(sessionID)
  })

  await supervisor.start()
  const ids = ['a', 'b', 'c'].slice(0, pick([1, 2, 3]))
  for (const id of ids) {
    const probe = randomProbe(pick, () => yeses.set(id, (yeses.get(id) ?? 0) + 1))
    if (probe) withProbe.add(id)
    await supervisor.register(id, { command: ['agent'], ...(probe && { probe }) })
  }
  const calls: Promise<unknown>[] = []
  const steps: readonly (() => unknown)[] = [
    () => clock.advance(random() * 5_000),
    () => clock.advance(random() * 120_000),
    () => executor.programs.at(-1)?.end(),
    () => executor.programs.length > 0 && pick(executor.programs).end({ code: pick([0, 1, 137]) }),
    () => clock.step(pick([hour, -hour])),
    () => clock.sleep(random() * 8 * hour),
    () => calls.push(supervisor.recover(pick(ids), pick([undefined, { class: 'prompt' as const }, 'network down']))),
    () => calls.push(supervisor.recover(pick(ids)), supervisor.recover(pick(ids))),
    () => supervisor.update(pick(ids), { interactive: { timeoutCount: 3, isInteractive: true } }),
    () => executor.programs.length > 0 && pick(executor.programs).print('some output'),
  ]
  const lastStep = 10 + Math.floor(random() * 30)
  for (let step = 0; step < lastStep; step += 1) await pick(steps)()
  // Somewhere in the middle of whatever is going on.
  await clock.until(supervisor.stop(), 50)
  stopped = true
  await clock.until(Promise.allSettled(calls), 50)
  const waiting = clock.waiting - crashes
  clock.step(-hour)
  for (let step = 0; step < 20; step += 1) await clock.advance(hour)
  if (executor.running() > 0) result.afterStop.push(`${executor.running()} programs run`)
  if (waiting > 0) result.afterStop.push(`${waiting} timers wait`)
  return {
    overBudget: overBudget(starts, max, windowMs),
    successWithoutProbe: result.without,
    afterStop: result.afterStop,
    hostErrors: result.hostErrors,
    recoveries: result.recoveries,
    events: result.events,
  }
}
