import { isRecord } from '../json/is-record.ts'
import { OptionsError } from '../errors/options-error.ts'
import type { InterruptedSessions } from '../recovery/interrupted-sessions.ts'
import type { RecoverInterruptedOptions } from '../recovery/recover-interrupted-options.ts'
import { tell } from '../recovery/tell.ts'
import type { Lease } from '../storage/lease.ts'
import type { PostgresStore } from '../storage/postgres/create-postgres-store.ts'
import type { SessionStore } from '../storage/session-store.ts'
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
  /** Says that something has happened. Needed only where the fleet has a `stallMs`. */
  progress(): void
}

/** One node of a fleet: where its sessions are, what it runs, and how much at once. */
export interface FleetOptions {
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

export type ResolvedFleetOptions = Required<Omit<FleetOptions, 'recover' | 'runTool' | 'backoff'>> &
  Pick<FleetOptions, 'recover' | 'runTool'> & {
    readonly backoff: { readonly baseMs: number; readonly factor: number; readonly maxMs: number }
    readonly now: () => number
  }

const DAY_MS = 86_400_000

/** @throws OptionsError for numbers that cannot be meant */
export function resolveFleetOptions(options: FleetOptions, defaultQueue: () => FleetQueue): ResolvedFleetOptions {
  if (!isRecord(options)) throw new OptionsError('The options of a fleet must be an object.')
  const { store, queue } = options
  if (typeof store?.execute !== 'function')
    throw new OptionsError('`store` must be a store, as `createPostgresStore` makes.')
  if (queue !== undefined && typeof queue.work !== 'function')
    throw new OptionsError('`queue` must be a queue, as `createPostgresQueue` makes.')
  if (typeof options.resume !== 'function') throw new OptionsError('`resume` must be a function that runs a turn.')
  const { leaseTtlMs = 30_000, heartbeatMs = leaseTtlMs / 3, backoff } = options
  const resolved = {
    random: Math.random,
    concurrency: 4,
    maxAttempts: 5,
    stallMs: Infinity,
    graceMs: DAY_MS,
    ...options,
    // What they throw is their own affair: a node goes on.
    onLost: (lost: Parameters<NonNullable<FleetOptions['onLost']>>[0]) => tell(options.onLost, lost),
    onError: (cause: unknown) => tell(options.onError, cause),
    queue: options.queue ?? defaultQueue(),
    now: options.store.now ?? Date.now,
    leaseTtlMs,
    heartbeatMs,
    backoff: { baseMs: 1000, factor: 2, maxMs: 60_000, ...backoff },
  }
  const { concurrency, maxAttempts, graceMs, stallMs } = resolved
  if (typeof options.node !== 'string' || options.node === '') throw new OptionsError('`node` must name this process.')
  if (!(leaseTtlMs > 0 && heartbeatMs > 0 && heartbeatMs < leaseTtlMs))
    throw new OptionsError('`heartbeatMs` must be positive and less than `leaseTtlMs`.')
  if (!(concurrency >= 1 && maxAttempts >= 1 && graceMs >= 0 && stallMs > 0))
    throw new OptionsError('`concurrency` and `maxAttempts` must be at least 1, `graceMs` and `stallMs` not negative.')
  const { baseMs, factor, maxMs } = resolved.backoff
  if (!(baseMs >= 0 && factor >= 1 && maxMs >= 0))
    throw new OptionsError(
      '`backoff` takes a `baseMs` and `maxMs` that are not negative, and a `factor` of at least 1.',
    )
  return resolved
}
