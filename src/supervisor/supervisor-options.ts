import type { SessionStore } from '../storage/session-store.ts'
import { defaultBackoff, type Backoff } from './backoff.ts'
import { resolveClock, type FullClock, type SupervisorClock } from './clock.ts'
import type { SessionExecutor } from './executor.ts'
import { defaultBudget, type Budget } from './restart-budget.ts'
import type { SessionKind } from './session-kind.ts'
import { SupervisorError } from './supervisor-error.ts'
import { zod } from './zod.ts'

/** What a snapshot contains, and how often it is written. */
export interface SnapshotOptions {
  /** Time between periodic snapshots, in ms; 0 or `Infinity`: none (changes are still written). Default 30,000. */
  readonly intervalMs: number
  /** Older snapshots to keep, in case the newest is damaged. Default 2. */
  readonly generations: number
  /** Characters of output. Default 65,536; 0 keeps none. */
  readonly outputChars: number
  /** Commands of the history. Default 200; 0 keeps none. */
  readonly commands: number
  /** Variables whose values may be written; of all others only the names are. Default: common ones (PATH, LANG...). */
  readonly env?: readonly string[]
}

/** How a supervisor keeps its sessions alive, and when it parks one for a person. */
export interface SessionSupervisorOptions {
  /** Folder for snapshots, created when first needed. Without `folder` and `store` they exist only in memory. */
  readonly folder?: string
  /** In place of a folder: a session store, which keeps the snapshots with its conversations. */
  readonly store?: Pick<SessionStore, 'state' | 'statesNamed' | 'execute'>
  /** The executors of sessions. A strategy that none of them supports is `not_applicable`. */
  readonly executors?: readonly SessionExecutor[] | Readonly<Partial<Record<SessionKind, SessionExecutor>>>
  /** How often a session is started again before it is parked. */
  readonly budget?: Partial<Budget>
  /** How long it waits before each start. */
  readonly backoff?: Partial<Backoff>
  /** What a snapshot contains, and how often it is written. */
  readonly snapshot?: Partial<SnapshotOptions>
  /** False: always the default ladder, whatever the failure. Default true. */
  readonly smart?: boolean
  /** The longest that one recovery may take, in ms; `Infinity` has no limit. Default 120,000. */
  readonly recoveryTimeoutMs?: number
  /** The longest that a probe may take, in ms. Default 10,000. */
  readonly probeTimeoutMs?: number
  /** How long `stop` waits for running recoveries, in ms. Default 30,000. */
  readonly drainMs?: number
  /** Time between SIGTERM and SIGKILL, in ms. Default 5,000. */
  readonly graceMs?: number
  /** Metrics and spans through `@opentelemetry/api`, if the host has installed it. Default true. */
  readonly telemetry?: boolean
  /** The source of time; a function gives only the wall clock (epoch ms). Default: the clock of the machine. */
  readonly clock?: SupervisorClock | (() => number)
  /** From 0 to below 1; for the jitter. Default `Math.random`. */
  readonly random?: () => number
  /** Aborting it stops the supervisor. */
  readonly signal?: AbortSignal
}

/** The options of a supervisor, with all defaults. */
export interface SupervisorConfig {
  /** Starts before a session is parked. */
  readonly budget: Budget
  /** Pauses before each start. */
  readonly backoff: Backoff
  /** How often, and how much of a session. */
  readonly snapshot: SnapshotOptions
  /** Whether the class of a failure chooses the strategies. */
  readonly smart: boolean
  /** The longest that one recovery may take, in ms. */
  readonly recoveryTimeoutMs: number
  /** The longest that a probe may take, in ms. */
  readonly probeTimeoutMs: number
  /** How long `stop` waits for running recoveries, in ms. */
  readonly drainMs: number
  /** Time between SIGTERM and SIGKILL, in ms. */
  readonly graceMs: number
  /** Whether metrics and spans are sent. */
  readonly telemetry: boolean
}

export interface ResolvedOptions {
  readonly config: SupervisorConfig
  readonly executors: ReadonlyMap<SessionKind, SessionExecutor>
  readonly clock: FullClock
  readonly random: () => number
}

function executorsOf(given: SessionSupervisorOptions['executors'] = []): ReadonlyMap<SessionKind, SessionExecutor> {
  const listed: readonly SessionExecutor[] = Array.isArray(given) ? given : Object.values(given)
  for (const executor of listed)
    if (typeof executor?.start !== 'function')
      throw new SupervisorError(
        'invalid_options',
        'executors holds something that is no executor.',
        'Give what localProcess(), tmuxSession(), sshSession() or agentSession() return.',
      )
  return new Map(listed.map((executor) => [executor.kind, executor]))
}

/**
 * Checks options and fills in defaults. `0` and `Infinity` are values like any other: `0` is not "the default".
 *
 * @throws SupervisorError `invalid_options`
 */
export function resolveSupervisorOptions(options: SessionSupervisorOptions): ResolvedOptions {
  const z = zod()
  // Not `z.number`, which refuses Infinity: here it means "no limit".
  const amount = z.custom<number>((value) => typeof value === 'number' && value >= 0, 'must be a number from 0 on')
  const finite = amount.refine((value) => Number.isFinite(value), 'must be finite')
  const count = finite.refine((value) => Number.isInteger(value), 'must be a whole number')
  const windowMs = (options as SessionSupervisorOptions | null)?.budget?.windowMs ?? defaultBudget.windowMs
  const parsed = z
    .strictObject({
      folder: z.string().min(1).optional(),
      store: z.looseObject({ state: z.looseObject({}) }).optional(),
      executors: z.unknown().optional(),
      budget: z
        .strictObject({
          max: amount.default(defaultBudget.max),
          windowMs: amount.default(defaultBudget.windowMs),
          stableMs: amount.default(windowMs),
        })
        .prefault({}),
      backoff: z
        .strictObject({
          baseMs: finite.default(defaultBackoff.baseMs),
          factor: finite.refine((value) => value >= 1, 'must be 1 or more').default(defaultBackoff.factor),
          maxMs: amount.default(defaultBackoff.maxMs),
        })
        .prefault({}),
      snapshot: z
        .strictObject({
          intervalMs: amount.default(30_000),
          generations: count.default(2),
          outputChars: count.default(65_536),
          commands: count.default(200),
          env: z.array(z.string()).optional(),
        })
        .prefault({}),
      smart: z.boolean().default(true),
      recoveryTimeoutMs: amount.default(120_000),
      probeTimeoutMs: finite.default(10_000),
      drainMs: finite.default(30_000),
      graceMs: finite.default(5_000),
      telemetry: z.boolean().default(true),
      clock: z.unknown().optional(),
      random: z.function().optional(),
      signal: z.instanceof(AbortSignal).optional(),
    })
    .refine((given) => given.folder === undefined || given.store === undefined, {
      path: ['store'],
      message: 'cannot be given together with folder',
    })
    .safeParse(options)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new SupervisorError(
      'invalid_options',
      `${issue?.path.join('.') || 'options'}: ${issue?.message ?? 'does not fit'}.`,
      'See SessionSupervisorOptions.',
    )
  }
  const { budget, backoff, snapshot, smart, recoveryTimeoutMs, probeTimeoutMs, drainMs, graceMs, telemetry } =
    parsed.data
  const { env, ...rest } = snapshot
  return {
    config: {
      budget,
      backoff,
      snapshot: { ...rest, ...(env && { env }) },
      smart,
      recoveryTimeoutMs,
      probeTimeoutMs,
      drainMs,
      graceMs,
      telemetry,
    },
    executors: executorsOf(options.executors),
    clock: resolveClock(options.clock),
    random: options.random ?? Math.random,
  }
}
