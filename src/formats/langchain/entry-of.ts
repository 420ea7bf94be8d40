import type { Block } from '../../transcript/transcript.ts'

/** A call as `tool_calls` holds it. */
export function entryOf({ callId, name, payload }: Block): unknown {
  return { type: 'tool_call', id: callId, name, args: payload }
}
