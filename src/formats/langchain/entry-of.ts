import type { Block } from '../../transcript/transcript.ts'
import { marksOfItem } from './item-calls.ts'

/** A call as `tool_calls` holds it: with a place for its id, which is looked for once it stands there. */
export function entryOf({ callId = '', name, payload, raw }: Block): unknown {
  return { type: 'tool_call', id: callId, name, args: payload, ...marksOfItem(raw) }
}
