import { syntheticMark } from '../../faults/synthetic-text.ts'
import type { Lease } from '../../storage/lease.ts'
import type { StoredPart } from '../../storage/part-store.ts'
import { prefixDigests } from '../../storage/prefix-digests.ts'
import type { SessionStore } from '../../storage/session-store.ts'
import { isMarkedIdempotent, trackToolCall } from '../../storage/track-tool-call.ts'
import type { Turn } from '../../storage/turn-store.ts'
import type { InterruptedSessions } from './interrupted-sessions.ts'
import type { InterruptedCall, InterruptedTurn } from './interrupted-turn.ts'
import { isStale } from '../is-stale.ts'
import type { CheckedInterruptedOptions } from './check-interrupted-options.ts'
import { isAtWork } from '../turn-worker.ts'

/** Told in place of an answer that never became whole. It claims no cause: nobody knows one. */
const interruptedMark: string = `${syntheticMark}This turn was interrupted before its answer was whole.`

/** What becomes of the turns that a crash left behind in one session. */
export async function recoverSession(
  hook: InterruptedSessions,
  sessionID: string,
  turns: readonly Turn[],
  options: CheckedInterruptedOptions,
): Promise<InterruptedTurn[]> {
  const { leaseMs: ttlMs, store } = options
  const all = (outcome: InterruptedTurn['outcome'], cause?: unknown): InterruptedTurn[] =>
    turns.map(({ turnID }) => ({ sessionID, turnID, outcome, calls: [], ...(cause !== undefined && { cause }) }))
  let lease: Lease | undefined
  try {
    const taken = options.lease ?? (await store.leases.acquire(sessionID, { owner: `pid ${process.pid}`, ttlMs }))
    if (taken.held) return all('busy')
    if (taken !== options.lease) lease = taken
    const renewal = setInterval(() => void taken.renew().catch(() => undefined), ttlMs / 3).unref()
    try {
      // A conversation that has gone on since does not go on from an older turn.
      const last = (await store.turns.list(sessionID)).at(-1)
      // What a living process has under way there must not be taken for what a crash left open. With a lease of its own the caller
      // has the session, whatever lives.
      if (last && lease && (await openTurn(last, store)) === 'busy') return all('busy')
      const newest = last?.turnID
      // Before anything is repaired: where a question stood is known by the conversation in which it was asked. What the store
      // does not take now is put back by the next start, so until then the whole session stays as it is.
      for (const turn of turns) await restoreInput(turn, taken, store)
      const reports: InterruptedTurn[] = []
      for (const turn of turns)
        reports.push(await recoverTurn(hook, turn, taken, { ...options, isNewest: turn.turnID === newest }))
      return reports
    } finally {
      clearInterval(renewal)
    }
  } catch (cause) {
    return all('failed', cause)
  } finally {
    await lease?.release().catch(() => undefined)
  }
}

/** The turn as it is now, when nobody else has ended it since it was listed, and nobody works on it. */
async function openTurn({ sessionID, turnID }: Turn, store: SessionStore): Promise<Turn | 'settled' | 'busy'> {
  const turn = await store.turns.get(sessionID, turnID)
  if (turn === null || turn.state === 'completed' || turn.state === 'interrupted') return 'settled'
  return (await isAtWork(turn)) ? 'busy' : turn
}

async function recoverTurn(
  hook: InterruptedSessions,
  listed: Turn,
  lease: Lease,
  options: CheckedInterruptedOptions & { readonly isNewest: boolean },
): Promise<InterruptedTurn> {
  const { isNewest, store } = options
  const { sessionID, turnID } = listed
  const about = { sessionID, turnID }
  let calls: readonly InterruptedCall[] = []
  try {
    const turn = await openTurn(listed, store)
    if (typeof turn === 'string') return { ...about, outcome: turn, calls }
    calls = await settleCalls(sessionID, lease, options)
    const partial = partialOf(turn)
    const marker = isNewest && { marker: interruptedMark }
    const told = { ...about, calls, ...marker, ...(partial !== undefined && { partial }) }
    const end = async (): Promise<void> => {
      await store.turns.advance(sessionID, turnID, 'interrupted', marker || undefined, { lease })
    }
    const report = await hook.recoverStored(sessionID, turnID, {
      lease,
      resume: isNewest && options.resume !== false,
      onSound: end,
    })
    if (report.outcome === 'recovered') return { ...told, outcome: report.resumed ? 'resumed' : 'handed_back', report }
    // It stays the person's: nothing more can be done for it, and it must not come back with every start.
    if (report.outcome === 'unrepairable' || report.outcome === 'exhausted') await end()
    return { ...told, outcome: 'failed', report, ...(report.cause !== undefined && { cause: report.cause }) }
  } catch (cause) {
    return { ...about, outcome: 'failed', calls, cause }
  }
}

/**
 * What the person asked stands only in the turn when the process died before the provider accepted it. It is put back where the
 * digest of the request says that it stood; by its words alone it could be an older message.
 */
async function restoreInput(listed: Turn, lease: Lease, store: SessionStore): Promise<void> {
  const { input, provenance, sessionID } = listed
  const wanted = provenance?.prefixDigest
  if (wanted === undefined || input === undefined) return
  if (typeof (await openTurn(listed, store)) === 'string') return
  const stored = await store.messages.load(sessionID)
  const head = prefixDigests(stored?.messages.map(({ raw }) => raw) ?? []).at(-1)
  const [digest] = prefixDigests([input], head)
  if (digest !== wanted) return
  try {
    await store.messages.append(sessionID, [{ raw: input }], { expect: stored?.revision ?? 0, lease })
  } catch (error) {
    // Another writer was faster: the conversation goes on without the question, and its place is gone.
    if (!isStale(error)) throw error
  }
}

/** Tells what is known of each call, and runs again what may be. */
async function settleCalls(
  sessionID: string,
  lease: Lease,
  { runTool, store }: CheckedInterruptedOptions,
): Promise<InterruptedCall[]> {
  const calls: InterruptedCall[] = []
  for (const part of await store.parts.list(sessionID)) {
    const { callId, name, occurrence } = part
    const mayRepeat =
      runTool !== undefined && part.status === 'running' && (await isMarkedIdempotent(store, sessionID, part))
    if (mayRepeat) await repeat(store, sessionID, part, lease, runTool)
    calls.push({ callId, occurrence, name, known: mayRepeat ? 'repeated' : knowledge[part.status] })
  }
  return calls
}

const knowledge: Readonly<Record<StoredPart['status'], InterruptedCall['known']>> = {
  pending: 'not_started',
  running: 'outcome_unknown',
  completed: 'result',
  error: 'result',
}

async function repeat(
  store: SessionStore,
  sessionID: string,
  part: StoredPart,
  lease: Lease,
  runTool: NonNullable<CheckedInterruptedOptions['runTool']>,
): Promise<void> {
  const { callId, input, name } = part
  const call = { ...part, sessionID, lease, idempotent: true }
  let failure: { readonly cause: unknown } | undefined
  const run = async (): Promise<unknown> => {
    try {
      return await runTool({ callId, name, input })
    } catch (cause) {
      failure = { cause }
      throw cause
    }
  }
  await trackToolCall(store, call, run).catch((cause: unknown) => {
    // A tool that fails has an outcome too: its error is recorded as the result. What the store throws is none (I8).
    if (lease.lost.aborted || failure === undefined || failure.cause !== cause) throw cause
  })
}

function partialOf({ data }: Turn): unknown {
  // Null: the answer became whole, and only its tools were under way.
  return typeof data === 'object' && data !== null && 'partial' in data ? (data.partial ?? undefined) : undefined
}
