import { timeOf, type StoredVerdict } from '../last-refusal.ts'
import { itemOf, payloadOf } from './codex-record.ts'
import { isRecord } from '../../json/is-record.ts'

/** Items that only the model makes. */
const answers: ReadonlySet<unknown> = new Set(['reasoning', 'function_call', 'custom_tool_call', 'local_shell_call'])

/** The provider's verdict in a line: 0.169 records the error of a turn in the event of its end. */
export function verdictOf(value: Record<string, unknown>, line: number): StoredVerdict {
  const item = itemOf(value)
  if (item) return answers.has(item['type']) || item['role'] === 'assistant' ? 'accepted' : undefined
  const payload = value['type'] === 'event_msg' ? payloadOf(value) : undefined
  const error = payload?.['type'] === 'task_complete' ? payload['error'] : undefined
  if (!isRecord(error) || typeof error['message'] !== 'string') return undefined
  return { says: error['message'], record: { line }, ...timeOf(value['timestamp']) }
}
