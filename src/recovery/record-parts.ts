import { isSynthetic } from '../faults/synthetic-text.ts'
import type { Format } from '../formats/format.ts'
import type { SessionStore } from '../storage/session-store.ts'

/** Records the tool calls of messages as asked for, and their results as they are; what a repair made up is no result (I5). */
export async function recordParts(
  store: SessionStore,
  sessionID: string,
  format: Format,
  messages: readonly unknown[],
): Promise<void> {
  const rules = format.rules({})
  for (const raw of messages) {
    for (const block of format.read(raw, 0, rules).blocks) {
      const { callId, kind, name = '', payload } = block
      if (block.shape.server || callId === undefined) continue
      if (kind === 'tool_call') await store.parts.record(sessionID, { callId, name, input: payload, status: 'pending' })
      if (kind !== 'tool_result' || isSynthetic(payload)) continue
      const isError = format.isErrorResult?.(block) === true
      const status = isError ? 'error' : 'completed'
      await store.parts.record(sessionID, { callId, status, output: payload ?? '', isError })
    }
  }
}
