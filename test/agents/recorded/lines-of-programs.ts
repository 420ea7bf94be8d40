import { healthyLines } from '../claude-code/transcript.ts'
import * as claude from '../claude-code/transcript.ts'
import { codexId } from '../subjects/codex-subject.ts'
import * as gemini from '../subjects/gemini-subject.ts'
import type { Line } from '../subjects/store-lines.ts'

const timestamp = '2026-11-21T08:00:00.000Z'
const refusal = '400 messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_2'
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

const say = (uuid: string, parent: string, more: Line): Line => ({
  ...claude.assistant(uuid, parent, `msg_${uuid}`, claude.text(refusal), 0),
  ...more,
})

/** Sessions with every kind of line that a program is known to write, by the program and the name of its file. */
export const programs: Readonly<Record<string, readonly Line[]>> = {
  'claude-code': [
    ...healthyLines(),
    claude.user('u2', 'c1', [claude.text('go on'), { type: 'image', source: { type: 'url', url: 'https://a/b.png' } }]),
    { parentUuid: 'u2', type: 'system', subtype: 'compact_boundary', uuid: 's1', timestamp },
    claude.user('u3', 's1', 'the summary', { isCompactSummary: true }),
    claude.assistant('d1', 'u3', 'msg_4', claude.call('toolu_4'), 0, { isSidechain: true }),
    claude.assistant('d2', 'u3', 'msg_5', claude.text('No response requested.'), 0),
    say('e1', 'd2', { isApiErrorMessage: true, message: { model: '<synthetic>', content: [claude.text(refusal)] } }),
    claude.user('u4', 'gone', 'elsewhere'),
  ],
  codex: events.map(([type, payload], ordinal) => ({ timestamp, ordinal, type, payload })),
  'codex, compacted': compacted.map(([type, payload]) => ({ timestamp, type, payload })),
  'gemini-cli': [
    { ...gemini.header, messages: [gemini.said('s0', 'an earlier one')] },
    { $set: { messages: [gemini.said('s1', [{ text: '<session_context>\nx' }]), gemini.said('s2', 'kept')] } },
    gemini.said('u1', [{ text: 'the secret' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }]),
    gemini.spoken('m1', 'Look.'),
    gemini.spoken('m1', [{ text: 'Hm.', thought: true }, 'Look.'], { toolCalls: [gemini.toolCall('c1')] }),
    gemini.spoken('m2', 'Look.', {
      toolCalls: [
        gemini.toolCall('c2', { result: [gemini.response('c2')] }),
        gemini.toolCall('c3', { status: 'executing' }),
        gemini.toolCall('c4', { result: 'a.txt' }),
      ],
    }),
    gemini.said('u2', [gemini.response('c2')]),
    gemini.said('u3', '/quit'),
    gemini.said('i1', 'A hint.', { type: 'info' }),
    gemini.spoken('m3', [{ functionCall: { id: 'c5', name: 'ls', args: {} }, thoughtSignature: 'QQ==' }]),
    gemini.said('u4', [gemini.response('c5')]),
    gemini.said('x1', 'taken back'),
    { $rewindTo: 'x1' },
    gemini.said('e1', '400 Please ensure that function call turn comes immediately after a user turn', {
      type: 'error',
    }),
  ],
}
