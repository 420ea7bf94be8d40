import type { SessionStore } from './session-store.ts'

/** The call that is about to run. */
export interface TrackedCall {
  readonly sessionID: string
  readonly callId: string
  readonly name: string
  readonly input: unknown
}

/**
 * Runs a tool and records what becomes of the call: `running` before it starts, then its output or its error. A process that
 * dies in between leaves the truth in the store: the outcome is unknown, or the output is there although the conversation
 * never got it (I5, I8).
 *
 * @throws what the tool throws, after it was recorded
 * @example
 * const output = await trackToolCall(store, { sessionID, callId: block.id, name: block.name, input: block.input }, () => run(block.input))
 */
export async function trackToolCall<Output>(
  store: SessionStore,
  { sessionID, callId, name, input }: TrackedCall,
  execute: () => Promise<Output> | Output,
): Promise<Output> {
  await store.parts.record(sessionID, { callId, name, input, status: 'running' })
  let output: Output
  try {
    output = await execute()
  } catch (error) {
    await store.parts.record(sessionID, { callId, status: 'error', output: errorText(error), isError: true })
    throw error
  }
  await store.parts.record(sessionID, { callId, status: 'completed', output: output ?? '' })
  return output
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
