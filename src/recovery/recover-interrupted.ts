import { syntheticMark } from '../faults/synthetic-text.ts'
import type { Lease } from '../storage/lease.ts'
import type { StoredPart } from '../storage/part-store.ts'
import { prefixDigests } from '../storage/prefix-digests.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { isMarkedIdempotent, trackToolCall } from '../storage/track-tool-call.ts'
import type { Turn } from '../storage/turn-store.ts'
import type { RecoveryReport } from './recovery-report.ts'
import { isAtWork } from './turn-worker.ts'

/** Told in place of an answer that never became whole. It claims no cause: nobody knows one. */
export const interruptedMark: string = `${syntheticMark}This turn was interrupted before its answer was whole.`

/** What is known of a tool call that was open when its process ended. */
export interface InterruptedCall {
  readonly callId: string
  readonly occurrence: number
  readonly name: string
  /**
   * - `result`: its real result was recorded; the repair uses it
   * - `repeated`: marked idempotent, run again, and its result recorded
   * - `outcome_unknown`: it may have had its effect; it is not run again (I16)
   * - `not_started`: asked for; nothing says that it ran
   */
  readonly known: 'result' | 'repeated' | 'outcome_unknown' | 'not_started'
}

/** What became of one turn that a crash left behind. */
export interface InterruptedTurn {
  readonly sessionID: string
  readonly turnID: string
  /**
   * - `resumed`: the conversation is sound and the host runs it again, as a new turn
   * - `handed_back`: sound, and nothing was resumed: the person or the host decides
   * - `busy`: another process has the session, or works on the turn
   * - `settled`: the turn is over already, or its session was removed; nothing was written
   * - `failed`: the conversation could not be repaired, or the store failed; see `cause` and `report`
   */
  readonly outcome: 'resumed' | 'handed_back' | 'busy' | 'settled' | 'failed'
  readonly calls: readonly InterruptedCall[]
  /** What had arrived of the answer. */
  readonly partial?: unknown
  /** For a person to read; at most one a session: its newest turn has it. */
  readonly marker?: string
  readonly report?: RecoveryReport
  readonly cause?: unknown
}

/** The part of the hook that is used: repairs the stored conversation and resumes it. */
export interface InterruptedSessions {
  recoverStored(sessionID: string, turnID: string, options: RecoverStoredOptions): Promise<RecoveryReport>
}

export interface RecoverStoredOptions {
  /** Everything is written under this lease. */
  readonly lease: Lease
  /** Called once the conversation is sound, before it is resumed. */
  onSound(): Promise<void>
  /** False: an older turn of the session, or a caller that decides by itself. */
  readonly resume: boolean
}

/** Options of {@link recoverInterrupted}. */
export interface RecoverInterruptedOptions {
  readonly store: SessionStore
  /** Default: all sessions. */
  readonly sessionID?: string
  /** Runs a call again that was marked idempotent. Without it no call is run again. */
  readonly runTool?: (call: { readonly callId: string; readonly name: string; readonly input: unknown }) => unknown
  /** In ms; default 30,000. */
  readonly leaseMs?: number
  /** A lease that the caller holds on `sessionID` and keeps. Default: one is taken for each session. */
  readonly lease?: Lease
  /** False: repair and hand back. Default true. */
  readonly resume?: boolean
}

/**
 * After a crash: takes up what turns left behind. Each pending turn gets exactly one final state, `interrupted`, whatever had arrived
 * of its answer stays with it, the conversation is repaired with the results that are known, and the newest turn of a session is
 * resumed as a new one when nothing came after it. Two processes at once: the one with the session's lease does it. A removed session stays removed.
 *
 * @example
 * const turns = await recoverInterrupted(hook, { store })
 * for (const { sessionID, outcome } of turns) console.log(sessionID, outcome)
 */
export async function recoverInterrupted(
  hook: InterruptedSessions,
  options: RecoverInterruptedOptions,
): Promise<InterruptedTurn[]> {
  const pending = await options.store.turns.pending(options.sessionID)
  const bySession = Map.groupBy(pending, ({ sessionID }) => sessionID)
  const reports: InterruptedTurn[] = []
  for (const [sessionID, turns] of bySession) reports.push(...(await recoverSession(hook, sessionID, turns, options)))
  return reports
}

async function recoverSession(
  hook: InterruptedSessions,
  sessionID: string,
  turns: readonly Turn[],
  options: RecoverInterruptedOptions,
): Promise<InterruptedTurn[]> {
  const { leaseMs: ttlMs = 30_000, store } = options
  const all = (outcome: InterruptedTurn['outcome'], cause?: unknown): InterruptedTurn[] =>
    turns.map(({ turnID }) => ({ sessionID, turnID, outcome, calls: [], ...(cause !== undefined && { cause }) }))
  let lease: Lease | undefined
  try {
    const taken = options.lease ?? (await store.leases.acquire(sessionID, { owner: `pid ${process.pid}`, ttlMs }))
    if (taken.held) return all('busy')
    if (taken !== options.lease) lease = taken
    const renewal = setInterval(() => void taken.renew().catch(() => false), ttlMs / 3).unref()
    try {
      // A conversation that has gone on since does not go on from an older turn.
      const newest = (await store.turns.list(sessionID)).at(-1)?.turnID
      // Before anything is repaired: where a question stood is known by the conversation in which it was asked.
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
  options: RecoverInterruptedOptions & { readonly isNewest: boolean },
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
  const turn = await openTurn(listed, store)
  if (typeof turn === 'string') return
  const { input, provenance, sessionID } = turn
  const wanted = provenance?.prefixDigest
  if (wanted === undefined || input === undefined) return
  const stored = await store.messages.load(sessionID)
  const head = prefixDigests(stored?.messages.map(({ raw }) => raw) ?? []).at(-1)
  const [digest] = prefixDigests([input], head)
  if (digest !== wanted) return
  await store.messages.append(sessionID, [{ raw: input }], { expect: stored?.revision ?? 0, lease })
}

/** Tells what is known of each call, and runs again what may be. */
async function settleCalls(
  sessionID: string,
  lease: Lease,
  { runTool, store }: RecoverInterruptedOptions,
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
  { callId, input, name, occurrence }: StoredPart,
  lease: Lease,
  runTool: NonNullable<RecoverInterruptedOptions['runTool']>,
): Promise<void> {
  const call = { sessionID, callId, name, input, occurrence, lease, idempotent: true }
  // A tool that fails has an outcome too: its error is recorded as the result.
  await trackToolCall(store, call, () => runTool({ callId, name, input })).catch((cause: unknown) => {
    if (lease.lost.aborted) throw cause
  })
}

function partialOf({ data }: Turn): unknown {
  // Null: the answer became whole, and only its tools were under way.
  return typeof data === 'object' && data !== null && 'partial' in data ? (data.partial ?? undefined) : undefined
}
