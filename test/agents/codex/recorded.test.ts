import { codexId, codexPath } from '../subjects/codex-subject.ts'
import type { Line } from '../subjects/store-lines.ts'
import { testLines } from '../test-lines.ts'

const timestamp = '2026-11-21T08:00:00.000Z'
const openaiRefusal = 'No tool output found for function call call_2.'

const events: readonly (readonly [type: string, payload: Line])[] = [
  ['session_meta', { id: codexId, timestamp, cwd: '/w', originator: 'codex_exec', cli_version: '0.169.0' }],
  ['turn_context', { model: 'gpt-6', cwd: '/w' }],
  [
    'response_item',
    { type: 'message', id: 'msg_0', role: 'user', content: [{ type: 'input_text', text: 'a secret' }] },
  ],
  ['response_item', { type: 'ghost_snapshot', ghost_commit: { id: 'c' } }],
  ['response_item', { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA' }],
  ['response_item', { type: 'function_call', id: 'fc_1', name: 'exec_command', arguments: '{}', call_id: 'call_1' }],
  ['event_msg', { type: 'exec_command_end', call_id: 'call_1', aggregated_output: 'done', exit_code: 1 }],
  ['response_item', { type: 'function_call_output', id: 'fco_1', call_id: 'call_1', output: 'done' }],
  ['response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] }],
  ['event_msg', { type: 'item_completed', item: { type: 'CommandExecution', id: 'call_2', aggregated_output: 'out' } }],
  ['turn_context', { model: 'gpt-6-mini', cwd: '/x' }],
  ['event_msg', { type: 'task_complete', error: { message: openaiRefusal } }],
]
const compaction = [
  { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'all of it' }] },
  { type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAAB' },
]
/** A compaction, a rollback, and the same item twice, as releases wrote them that numbered no line. */
const compacted: readonly (readonly [type: string, payload: Line])[] = [
  ...events.slice(0, 8),
  ['compacted', { message: '', replacement_history: compaction }],
  ...events.slice(4, 8),
  ['event_msg', { type: 'thread_rolled_back', num_turns: 1 }],
  ['compacted', { message: 'Summary.' }],
]

testLines(
  events.map(([type, payload], ordinal) => ({ timestamp, ordinal, type, payload })),
  codexPath,
)
testLines(
  compacted.map(([type, payload]) => ({ timestamp, type, payload })),
  codexPath,
  'compacted',
)
