import { isRecord } from '../json/is-record.ts'

/** Types and members under which some API writes the result of a call. */
const types: ReadonlySet<unknown> = new Set([
  'tool_result',
  'tool-result',
  'function_call_output',
  'custom_tool_call_output',
])
const members = ['toolResult', 'functionResponse', 'function_response', 'tool_result'] as const

/** Whether a block that its format does not know is what a tool gave back, as another API writes it. */
export function isForeignResult(raw: unknown): boolean {
  return isRecord(raw) && (types.has(raw['type']) || members.some((member) => isRecord(raw[member])))
}
