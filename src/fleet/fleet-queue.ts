import type { PostgresQueryable } from '../storage/postgres/pool.ts'

/** A turn that somebody has to run. Everything of it is JSON. */
export interface NewJob {
  readonly sessionID: string
  readonly turnID: string
  readonly input?: unknown
  readonly tools?: unknown
}

/** A job that a node has claimed. */
export interface ClaimedJob extends NewJob {
  readonly id: string
  /** Tells this claim from every other of the same job, where the queue can. */
  readonly claim: string
}

/** How a node takes jobs from a queue. Times in ms. */
export interface WorkOptions {
  /** The name of the node that claims, for people. */
  readonly node: string
  /** How many jobs run side by side. */
  readonly concurrency: number
  /** How long a claim outlives its node. It is extended while the handler runs. */
  readonly claimMs: number
  /** Called with errors of the queue itself, such as a database that cannot be reached; the queue keeps trying. */
  readonly onError: (cause: unknown) => void
}

/** What becomes of a job that was not completed: it comes again, or a person decides. */
export type Failure =
  | { readonly retryInMs: number; readonly reason: string }
  | { readonly park: true; readonly reason: string }

/**
 * The queue of a fleet, as four verbs. It only says *when* somebody should look at a turn; who may write is decided by the
 * session's lease. So it may deliver twice, and a late `complete` must do no harm.
 */
export interface FleetQueue {
  /** Durable when it resolves. Sending the same turn again while it waits changes nothing, where the queue can tell. */
  send(job: NewJob): Promise<void>
  /** Hands jobs to `handle` until `stop`, which resolves when the running ones have ended. `handle` never rejects. */
  work(handle: (job: ClaimedJob) => Promise<void>, options: WorkOptions): { stop(): Promise<void> }
  /** False: the claim has been lost, and nothing was changed. With `tx`: part of that transaction. */
  complete(job: ClaimedJob, tx?: PostgresQueryable): Promise<boolean>
  /** As `complete`. */
  fail(job: ClaimedJob, failure: Failure, tx?: PostgresQueryable): Promise<boolean>
}
