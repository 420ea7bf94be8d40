import type { Block } from '../../transcript/transcript.ts'
import { marksOfItem } from './item-calls.ts'

/** A call as an entry of `tool_calls`; a missing id is left empty, and found by a later repair. */
export function entryOf({ callId = '', name, payload, raw }: Block): unknown {
  return { type: 'tool_call', id: callId, name, args: payload, ...marksOfItem(raw) }
}
