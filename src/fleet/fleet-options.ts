import {
  amount,
  checkOptions,
  having,
  type OptionRule,
  optional,
  required,
  someText,
  wholeNumber,
  withoutDefault,
} from '../errors/check-options.ts'
import { OptionsError } from '../errors/options-error.ts'
import { hookRule } from '../recovery/interrupted/check-interrupted-options.ts'
import type { InterruptedSessions } from '../recovery/interrupted/interrupted-sessions.ts'
import type { RecoverInterruptedOptions } from '../recovery/interrupted/recover-interrupted-options.ts'
import { longestTimer } from '../json/longest-timer.ts'
import { tell } from '../recovery/tell.ts'
import type { Lease } from '../storage/lease.ts'
import type { PostgresStore } from '../storage/postgres/create-postgres-store.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { storeRule } from '../storage/store-rule.ts'
import type { Turn } from '../storage/turn-store.ts'
import type { FleetQueue } from './fleet-queue.ts'

/** Any store. One with `fenced` ends a job and checks the lease in one transaction. */
export type FleetStore = SessionStore & Partial<Pick<PostgresStore, 'fenced' | 'now'>>

/** What the host gets for one attempt at a turn. */
export interface ResumeContext {
  readonly sessionID: string
  /** The turn to run; it is `worker_started`. After an interruption it is a new one with the same input. */
  readonly turn: Turn
  /** The turn of the attempt before, which was interrupted: parts of it may be in the conversation. */
  readonly previous: Turn | null
  /** 1 for the first. */
  readonly attempt: number
  /** Give it to every write (I15). */
  readonly lease: Lease
  /** Aborts when the lease is lost, or when the node stops and does not wait any longer. */
  readonly signal: AbortSignal
  /** Reports progress of the turn. Needed only when the fleet has a `stallMs`. */
  progress(): void
}

/** One node of a fleet: where its sessions are, what it runs, and how much at once. */
export interface FleetOptions {
  /** Shared by all nodes: `createPostgresStore`, or any store for nodes of one machine. */
  readonly store: FleetStore
  /** Default: the memory queue, for one process. */
  readonly queue?: FleetQueue
  /** This process, for people; unique in the fleet. */
  readonly node: string
  /**
   * Runs a turn. It resolves when the answer is whole, with what shall be kept as the turn's data; a turn that it has
   * advanced to a final state itself is left alone. A rejection is a failed attempt.
   */
  readonly resume: (context: ResumeContext) => Promise<unknown>
  /** The recovery hook: repairs what an interrupted turn left in the conversation. Without it turns are only marked. */
  readonly recover?: InterruptedSessions
  /** Runs calls again that are marked idempotent; with `recover`. */
  readonly runTool?: RecoverInterruptedOptions['runTool']
  /** After this time without a heartbeat others take a session over. Default 30,000. */
  readonly leaseTtlMs?: number
  /** Default a third of `leaseTtlMs`. */
  readonly heartbeatMs?: number
  /** How long after its lease has lapsed an interrupted turn is still run again; what is older is parked. Default one day. */
  readonly graceMs?: number
  /** Turns side by side. Default 4. */
  readonly concurrency?: number
  /** Attempts at a turn, also those that ended with their process, before it is parked. Default 5. */
  readonly maxAttempts?: number
  /** Pause before the next attempt: `baseMs * factor ** n`, at most `maxMs`, of which half is random. Default 1000, 2, 60,000. */
  readonly backoff?: { readonly baseMs?: number; readonly factor?: number; readonly maxMs?: number }
  /** Without `progress()` for so long there is no heartbeat any more. Default: never. */
  readonly stallMs?: number
  /** The lease ended while this node worked on the session: another has it, or may take it. Nothing more is written. */
  readonly onLost?: (lost: { readonly sessionID: string; readonly turnID: string; readonly cause: unknown }) => void
  /** What went wrong outside of an attempt: the store or the queue cannot be reached. The fleet goes on. */
  readonly onError?: (cause: unknown) => void
  /** 0 to 1. Default `Math.random`. */
  readonly random?: () => number
}

export type ResolvedFleetOptions = Required<Omit<FleetOptions, 'recover' | 'runTool' | 'backoff'>> & {
  readonly recover: FleetOptions['recover'] | undefined
  readonly runTool: FleetOptions['runTool'] | undefined
  readonly backoff: { readonly baseMs: number; readonly factor: number; readonly maxMs: number }
  readonly now: () => number
}

const DAY_MS = 86_400_000

const anyFunction = optional<(...given: never[]) => unknown>('function')

const rules = {
  store: storeRule,
  queue: having<FleetQueue>('a queue, as `createPostgresQueue` makes', 'work'),
  node: required(someText('a name of this process')),
  resume: required(optional<FleetOptions['resume']>('function', 'a function that runs a turn')),
  recover: hookRule,
  runTool: anyFunction,
  leaseTtlMs: amount(1, 30_000, longestTimer),
  heartbeatMs: withoutDefault(amount(1, 1, longestTimer)),
  graceMs: amount(0, DAY_MS, Infinity),
  concurrency: wholeNumber(1, 4),
  maxAttempts: amount(1, 5, Infinity),
  backoff: optional<NonNullable<FleetOptions['backoff']>>('object'),
  stallMs: amount(1, Infinity, Infinity),
  onLost: anyFunction,
  onError: anyFunction,
  random: optional<() => number>('function'),
} satisfies Readonly<Record<keyof FleetOptions, OptionRule<unknown>>>

const backoffRules = { baseMs: amount(0, 1000), factor: amount(1, 2), maxMs: amount(0, 60_000) }

/** @throws OptionsError for numbers that cannot be meant, and for an option that there is not */
export function resolveFleetOptions(options: FleetOptions, defaultQueue: () => FleetQueue): ResolvedFleetOptions {
  const { store, queue, random, heartbeatMs, backoff, recover, runTool: _, ...checked } = checkOptions(options, rules)
  const { leaseTtlMs } = checked
  if (heartbeatMs !== undefined && heartbeatMs >= leaseTtlMs)
    throw new OptionsError('Invalid option heartbeatMs: it must be less than `leaseTtlMs`.')
  return {
    ...checked,
    store,
    now: options.store.now ?? Date.now,
    // What they throw is their own affair: a node goes on.
    onLost: (lost) => tell(options.onLost, lost),
    onError: (cause) => tell(options.onError, cause),
    queue: queue ?? defaultQueue(),
    random: random ?? Math.random,
    heartbeatMs: heartbeatMs ?? leaseTtlMs / 3,
    backoff: checkOptions(backoff ?? {}, backoffRules, 'backoff.'),
    recover,
    runTool: options.runTool,
  }
}
