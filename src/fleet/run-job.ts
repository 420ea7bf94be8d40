import { recoverInterrupted } from '../recovery/interrupted/recover-interrupted.ts'
import type { Lease } from '../storage/lease.ts'
import { StoreError, type StoreErrorCode } from '../storage/store-error.ts'
import type { Turn, TurnState } from '../storage/turn-store.ts'
import { FleetError } from './fleet-error.ts'
import {
  attemptsAt,
  changeHistory,
  loadHistory,
  withCompleted,
  withFailure,
  withOutcome,
  withoutRepair,
  withParked,
  withStarted,
} from './fleet-history.ts'
import type { ResolvedFleetOptions } from './fleet-options.ts'
import type { ClaimedJob, Failure } from './fleet-queue.ts'
import { Heartbeat } from './heartbeat.ts'
import { beginAttempt, newestOfChain } from './turn-chain.ts'

const isParked: Failure = { park: true, reason: 'attempts' }

/** While another node has the session, its job comes back so often. */
const BUSY_RETRY_MS = 1000

/** A turn in one of these, of a session that nobody holds, was left behind by a node that is gone. */
const underWay: ReadonlySet<TurnState> = new Set(['worker_started', 'assistant_started'])

/** One claimed job, from the lease to its end. Never rejects. */
export async function runJob(job: ClaimedJob, options: ResolvedFleetOptions, stopping: AbortSignal): Promise<void> {
  const { store, queue, node, leaseTtlMs, heartbeatMs, stallMs, onLost, onError, random } = options
  const { sessionID, turnID } = job
  let lease: Lease | undefined
  let heartbeat: Heartbeat | undefined
  try {
    if (stopping.aborted) {
      // Fetched while the node stopped: another one may have it at once.
      await queue.fail(job, { retryInMs: 0, reason: 'stopping' })
      return
    }
    const taken = await store.leases.acquire(sessionID, { owner: node, ttlMs: leaseTtlMs })
    if (taken.held) {
      const left = Math.max(0, taken.until - options.now())
      await queue.fail(job, { retryInMs: Math.min(left, BUSY_RETRY_MS) * (0.5 + random()) + 1, reason: 'busy' })
      return
    }
    lease = taken
    heartbeat = new Heartbeat({ lease, everyMs: heartbeatMs, stallMs, onError })
    const kept = taken
    const failure = await underLease(job, kept, heartbeat, options, stopping).catch((cause: unknown) =>
      failOutside(job, cause, kept, options),
    )
    // What the queue cannot do says nothing of the session, and is no attempt.
    await endJob(job, kept, options, failure)
  } catch (cause) {
    if (isLost(cause, lease)) onLost({ sessionID, turnID, cause })
    else {
      onError(cause)
      await queue.fail(job, { retryInMs: pauseBefore(1, options), reason: 'store' }).catch(onError)
    }
  } finally {
    heartbeat?.stop()
    await lease?.release().catch(onError)
  }
}

const isLost = (cause: unknown, lease: Lease | undefined): boolean =>
  lease?.lost.aborted === true || (StoreError.isInstance(cause) && cause.code === 'lease_lost')

/** What says nothing of the session: the store is away, or lets nobody in. Everything else comes again with the same job. */
const ofStore: ReadonlySet<string> = new Set<StoreErrorCode>([
  'unreachable',
  'locked',
  'closed',
  'cannot_open',
  'read_only',
  'disk_full',
  'io',
])

/** A session that lets no node come as far as an attempt, because its rows cannot be read, would be tried for ever. */
async function failOutside(
  job: ClaimedJob,
  cause: unknown,
  lease: Lease,
  options: ResolvedFleetOptions,
): Promise<Failure> {
  if (isLost(cause, lease) || (StoreError.isInstance(cause) && ofStore.has(cause.code))) throw cause
  const { store, node, now, onError } = options
  const { sessionID, turnID } = job
  const error = nameOf(cause)
  const failure = { at: now(), node, turnID, outcome: 'failed', error } as const
  const counting = changeHistory(store, lease, (history) =>
    Object.hasOwn(history.parked, turnID) ? history : withFailure(history, turnID, failure),
  )
  // What cannot be counted is told by its own reason.
  await counting.catch(() => Promise.reject(cause))
  onError(cause)
  const history = await loadHistory(store, sessionID)
  if (Object.hasOwn(history.parked, turnID)) return isParked
  return retryOrPark(job, attemptsAt(history, turnID).length, error, lease, options)
}

/** What becomes of the job: null where the turn is done. */
async function underLease(
  job: ClaimedJob,
  lease: Lease,
  heartbeat: Heartbeat,
  options: ResolvedFleetOptions,
  stopping: AbortSignal,
): Promise<Failure | null> {
  const { store, node, now, maxAttempts, graceMs } = options
  const { sessionID, turnID: rootID } = job
  let chain = await newestOfChain(store, job)
  const leftBehind = chain !== null && underWay.has(chain.turn.state) ? chain.turn : null
  if (leftBehind !== null) {
    await takeOver(job, leftBehind, lease, options)
    chain = await newestOfChain(store, job)
  }
  if (chain?.turn.state === 'completed') {
    await changeHistory(store, lease, (history) => withCompleted(history, rootID, now()))
    return null
  }
  const isInterrupted = chain?.turn.state === 'interrupted'
  const attempt = chain === null ? 1 : chain.attempt + (isInterrupted ? 1 : 0)
  const history = await loadHistory(store, sessionID)
  // Its node died before the queue noticed: the attempts are used up, whichever node finds the job.
  if (Object.hasOwn(history.parked, rootID)) return isParked
  const made = attemptsAt(history, rootID).length
  if (isInterrupted && (made >= maxAttempts || (leftBehind !== null && now() - leftBehind.updatedAt > graceMs)))
    return park(job, lease, options)
  const begun = await beginAttempt(store, job, attempt, lease)
  const turn = await store.turns.advance(sessionID, begun.turnID, 'worker_started', { node }, { lease })
  const started = { at: now(), node, turnID: turn.turnID, outcome: 'started' } as const
  await changeHistory(store, lease, (history) => withStarted(history, rootID, started))
  const previous = isInterrupted ? (chain?.turn ?? null) : (chain?.previous ?? null)
  const signal = AbortSignal.any([lease.lost, stopping])
  const { progress } = heartbeat
  try {
    // A signal that has already aborted never fires `abort` again: code that waits for it would hang, and `stop` with it.
    signal.throwIfAborted()
    const resumed = options.resume({ sessionID, turn, previous, attempt: made + 1, lease, signal, progress })
    // A host without types may answer at once.
    const data = await untilLost(Promise.resolve(resumed), lease)
    await store.turns.advance(sessionID, turn.turnID, 'completed', data, { lease })
  } catch (cause) {
    if (isLost(cause, lease)) throw cause
    return failAttempt(job, turn, made + 1, cause, lease, options)
  }
  await changeHistory(store, lease, (history) => withCompleted(history, rootID, now()))
  return null
}

/** A node that has lost the session does not wait for its own work: the claim of the job must lapse. */
function untilLost<T>(work: Promise<T>, { lost }: Lease): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new FleetError('lost', 'The session was lost while the turn ran.'))
    lost.addEventListener('abort', end)
    if (lost.aborted) end()
    work.then(resolve, reject).finally(() => lost.removeEventListener('abort', end))
  })
}

/**
 * The turn that a dead node left behind gets its final state; with the hook also its conversation is repaired. The repair is counted before
 * it begins, as an attempt is: a conversation whose repair kills its process would kill each node that takes it. Where it
 * has used the attempts up, the turn is ended without.
 */
async function takeOver(job: ClaimedJob, turn: Turn, lease: Lease, options: ResolvedFleetOptions): Promise<void> {
  const { store, node, now, recover, maxAttempts } = options
  const { sessionID, turnID: rootID } = job
  const made = attemptsAt(await loadHistory(store, sessionID), rootID)
  const isDeadly = made.at(-1)?.isRepair === true && made.length >= maxAttempts
  const repair = { at: now(), node, turnID: turn.turnID, outcome: 'started', isRepair: true } as const
  await changeHistory(store, lease, (history) => {
    const told = withOutcome(history, rootID, 'died')
    return recover === undefined || isDeadly ? told : withStarted(told, rootID, repair)
  })
  if (!isDeadly) await repairSession(sessionID, lease, options)
  // Before the turn is interrupted: who takes an interrupted one repairs nothing, and would count this one.
  await changeHistory(store, lease, (history) => withoutRepair(history, rootID))
  const after = await store.turns.get(sessionID, turn.turnID)
  // To interrupt it once more changes nothing.
  if (after?.state !== 'completed')
    await store.turns.advance(sessionID, turn.turnID, 'interrupted', undefined, { lease })
}

async function repairSession(
  sessionID: string,
  lease: Lease,
  { store, recover, runTool, onError }: ResolvedFleetOptions,
): Promise<void> {
  if (recover === undefined) return
  const given = { store, sessionID, lease, resume: false, ...(runTool && { runTool }) }
  // The turn runs again all the same: what is broken in its conversation is told by its provider, too.
  for (const { cause } of await recoverInterrupted(recover, given))
    if (cause !== undefined && !isLost(cause, lease)) onError(cause)
}

async function failAttempt(
  job: ClaimedJob,
  { turnID }: Turn,
  made: number,
  cause: unknown,
  lease: Lease,
  options: ResolvedFleetOptions,
): Promise<Failure> {
  const { store } = options
  const { sessionID, turnID: rootID } = job
  const error = nameOf(cause)
  const turn = await store.turns.get(sessionID, turnID)
  if (turn?.state !== 'completed') await store.turns.advance(sessionID, turnID, 'interrupted', { error }, { lease })
  await changeHistory(store, lease, (history) => withOutcome(history, rootID, 'failed', error))
  return retryOrPark(job, made, error, lease, options)
}

/** After so many attempts: a pause, and the next one; or none, when they are used up. */
async function retryOrPark(
  job: ClaimedJob,
  made: number,
  reason: string,
  lease: Lease,
  options: ResolvedFleetOptions,
): Promise<Failure> {
  if (made >= options.maxAttempts) return park(job, lease, options)
  return { retryInMs: pauseBefore(made, options), reason }
}

async function park(job: ClaimedJob, lease: Lease, options: ResolvedFleetOptions): Promise<Failure> {
  const { store, now } = options
  await changeHistory(store, lease, (history) => withParked(history, job.turnID, now()))
  return isParked
}

/** Ends the job in the transaction that checks the lease, where the store has one: a late node cannot end another's. */
async function endJob(
  job: ClaimedJob,
  lease: Lease,
  { store, queue }: ResolvedFleetOptions,
  failure: Failure | null,
): Promise<void> {
  const end = (tx?: Parameters<typeof queue.complete>[1]): Promise<boolean> =>
    failure === null ? queue.complete(job, tx) : queue.fail(job, failure, tx)
  if (store.fenced) await store.fenced(job.sessionID, lease, end)
  else if (await lease.renew()) await end()
}

function pauseBefore(made: number, { backoff: { baseMs, factor, maxMs }, random }: ResolvedFleetOptions): number {
  const full = Math.min(baseMs * factor ** (made - 1), maxMs)
  return full / 2 + (full / 2) * random()
}

/** Enough to tell errors apart, without their text (I12). */
function nameOf(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause
  return 'code' in cause && typeof cause.code === 'string' ? `${cause.name} ${cause.code}` : cause.name
}
