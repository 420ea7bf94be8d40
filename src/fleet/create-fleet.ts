import { randomUUID } from 'node:crypto'
import { longestTimer } from '../json/longest-timer.ts'
import type { Turn } from '../storage/turn-store.ts'
import { changeHistory, loadHistory, withoutParked } from './fleet-history.ts'
import { FleetError } from './fleet-error.ts'
import { type FleetOptions, resolveFleetOptions } from './fleet-options.ts'
import type { FleetQueue, NewJob } from './fleet-queue.ts'
import { createMemoryQueue } from './queues/create-memory-queue.ts'
import { runJob } from './run-job.ts'
import { beginAttempt } from './turn-chain.ts'

/** The turn that a job runs. */
export interface SubmitOptions {
  /** Give one to be able to repeat the call: the same id and input is the same turn. Default: a random one. */
  readonly turnID?: string
  /** What is asked, any JSON; `resume` finds it as `turn.input`. */
  readonly input?: unknown
  /** The tools that the turn may call, see `store.turns.begin`. */
  readonly tools?: unknown
}

/** The half of a fleet that only asks for work. */
export interface FleetProducer {
  /**
   * Asks for a turn. It is durable, in the queue and as a `submitted` turn of the session, when the promise resolves;
   * after an error it may be repeated with the same `turnID`.
   */
  submit(sessionID: string, options?: SubmitOptions): Promise<Turn>
  /** Asks again, as a new turn, for one that was parked. Throws `not_parked`, `busy`. */
  retry(sessionID: string, turnID: string): Promise<Turn>
}

/** One node of a fleet: takes jobs, and gives them. */
export interface Fleet extends FleetProducer {
  /** Takes jobs from now on. Nothing runs before; a second call changes nothing. */
  start(): void
  /** Takes no more jobs and waits for those that run; after `drainMs` (default: no limit) their signals abort. */
  stop(options?: { readonly drainMs?: number }): Promise<void>
  /** For processes that must never run a turn. */
  readonly producer: FleetProducer
}

/**
 * Many nodes over one store. Each submitted turn is run by one of them, under the session's lease; when that node dies, another
 * one takes the session over, ends the interrupted turn, and runs it again as a new one. A turn that fails is tried again later;
 * one that keeps failing, or killing its node, is parked with its history. Throws `OptionsError`.
 *
 * @example
 * const store = createPostgresStore({ pool })
 * const fleet = createFleet({ store, queue: createPostgresQueue(pool), node: hostname(), resume: ({ turn }) => answer(turn) })
 * fleet.start()
 * await fleet.submit('s1', { input: 'hello' })
 */
export function createFleet(options: FleetOptions): Fleet {
  const resolved = resolveFleetOptions(options, createMemoryQueue)
  const { store, queue, node, concurrency, leaseTtlMs, onError } = resolved
  let working: ReturnType<FleetQueue['work']> | undefined
  let stopping = new AbortController()
  let ending: Promise<unknown> | undefined

  const send = async (job: NewJob): Promise<Turn> => {
    // The job first: it holds all that the turn needs, so that a crash in between leaves nothing that waits for ever.
    await queue.send(job)
    return beginAttempt(store, job, 1)
  }
  const producer: FleetProducer = {
    submit: (sessionID, { turnID = randomUUID(), input, tools } = {}) => send({ sessionID, turnID, input, tools }),
    async retry(sessionID, turnID) {
      const { parked } = await loadHistory(store, sessionID)
      const known = await store.turns.get(sessionID, turnID)
      if (!Object.hasOwn(parked, turnID) || known === null)
        throw new FleetError('not_parked', 'This turn is not parked. See `session-recovery fleet`.')
      const lease = await store.leases.acquire(sessionID, { owner: `${node} (retry)`, ttlMs: leaseTtlMs })
      if (lease.held) throw new FleetError('busy', 'Another node works on the session. Try again later.')
      try {
        await changeHistory(store, lease, (history) => withoutParked(history, turnID))
      } finally {
        await lease.release()
      }
      const { input, tools } = known
      return send({ sessionID, turnID: randomUUID(), input, tools })
    },
  }
  return {
    ...producer,
    producer,
    start() {
      if (working) return
      stopping = new AbortController()
      const { signal } = stopping
      working = queue.work((job) => runJob(job, resolved, signal), { node, concurrency, claimMs: leaseTtlMs, onError })
    },
    async stop({ drainMs } = {}) {
      const [own, current] = [stopping, working]
      const timer = drainMs === undefined ? undefined : setTimeout(() => own.abort(), Math.min(drainMs, longestTimer))
      // Set at once, so that a `start` right after this `stop` starts again although earlier turns still run.
      working = undefined
      ending = Promise.all([ending, current?.stop()])
      await ending
      clearTimeout(timer)
    },
  }
}
