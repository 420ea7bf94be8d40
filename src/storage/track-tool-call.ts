import type { StoredPart } from './part-store.ts'
import type { SessionStore } from './session-store.ts'
import type { WriteOptions } from './write-options.ts'

/** The call that is about to run. */
export interface TrackedCall extends WriteOptions {
  readonly sessionID: string
  readonly callId: string
  readonly name: string
  readonly input: unknown
  /** Which call with this id; default: the newest. */
  readonly occurrence?: number
  /**
   * Running it twice does no harm (a read, a write of a whole file): after a crash it may be run again. Any other call is
   * never repeated, since it may already have had its effect (I16). Default false.
   */
  readonly idempotent?: boolean
}

/** The owner under which the marks are stored in the session's state. */
const owner = 'session-recovery'
const markOf = ({ callId, occurrence }: Pick<StoredPart, 'callId' | 'occurrence'>): string =>
  `idempotent/${occurrence}/${callId}`

/**
 * Runs a tool and records the states of the call: `running` before it starts, then its output or its error. If the process
 * dies meanwhile, the store still tells the truth: the outcome is unknown, or the output is recorded although it never reached
 * the conversation (I5, I8).
 *
 * @throws what the tool throws, after it was recorded
 * @example
 * const output = await trackToolCall(store, { sessionID, callId: block.id, name: block.name, input: block.input }, () => run(block.input))
 */
export async function trackToolCall<Output>(
  store: SessionStore,
  { callId, idempotent = false, input, lease, name, occurrence, sessionID }: TrackedCall,
  execute: () => Promise<Output> | Output,
): Promise<Output> {
  const which = { callId, ...(occurrence !== undefined && { occurrence }) }
  const started = await store.parts.record(sessionID, { ...which, name, input, status: 'running' }, { lease })
  // The mark must be durable before the effect, like the start.
  if (idempotent) await store.state.set(sessionID, markOf(started), true, { owner, lease })
  let output: Output
  try {
    output = await execute()
  } catch (error) {
    const failed = { ...which, status: 'error' as const, output: errorText(error), isError: true }
    await store.parts.record(sessionID, failed, { lease })
    throw error
  }
  await store.parts.record(sessionID, { ...which, status: 'completed', output: output ?? '' }, { lease })
  if (idempotent) await store.state.clear(sessionID, markOf(started), { owner, lease })
  return output
}

/** Whether a call was marked as one that may be run again. */
export async function isMarkedIdempotent(
  store: SessionStore,
  sessionID: string,
  part: Pick<StoredPart, 'callId' | 'occurrence'>,
): Promise<boolean> {
  const mark = await store.state.get(sessionID, markOf(part), { owner })
  return mark.found && mark.value === true
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
