import { expect, test } from 'vitest'
import { typeByFields } from '../../../src/formats/openai-responses/type-by-fields.ts'

const mcp = { arguments: '{}', name: 'n', server_label: 's' }
const sealed = { encrypted_content: 'e' }

test.each<readonly [type: string | undefined, fields: object]>([
  ['mcp_approval_request', { ...mcp, id: 'mcpr_1' }],
  ['mcp_call', { ...mcp, id: 'mcp_1' }],
  ['mcp_list_tools', { server_label: 's', tools: [] }],
  ['function_call', { call_id: 'c', name: 'n', arguments: '' }],
  ['custom_tool_call', { call_id: 'c', name: 'n', input: '' }],
  ['shell_call', { call_id: 'c', action: { commands: [] } }],
  ['local_shell_call', { call_id: 'c', action: { command: [] } }],
  ['apply_patch_call', { call_id: 'c', operation: {} }],
  ['tool_search_call', { execution: 'client', arguments: {} }],
  ['tool_search_output', { execution: 'client', tools: [] }],
  ['shell_call_output', { call_id: 'c', output: [{ outcome: {} }] }],
  ['computer_call_output', { call_id: 'c', output: { image_url: 'u' } }],
  ['function_call_output', { call_id: 'c', output: '' }],
  ['reasoning', { summary: [] }],
  ['reasoning', { ...sealed, id: 'rs_1' }],
  ['compaction', { ...sealed, id: 'cmp_1' }],
  ['mcp_approval_response', { approval_request_id: 'mcpr_1', approve: false }],
  ['code_interpreter_call', { container_id: 'c' }],
  ['computer_call', { call_id: 'c', pending_safety_checks: [] }],
  ['file_search_call', { queries: [] }],
  ['web_search_call', { action: {}, id: 'ws_1' }],
  ['image_generation_call', { result: '', id: 'ig_1' }],
  ['function_call', { call_id: 'c', name: 'n', id: 'fc_1' }],
  ['custom_tool_call', { call_id: 'c', name: 'n', id: 'ctc_1' }],
  ['computer_call', { action: {}, id: 'cu_1' }],
  ['local_shell_call', { action: 7, id: 'lsh_1' }],
  ['item_reference', { id: 'msg_1' }],
  ['item_reference', { id: 'msg_1', type: null }],
])('an item that has lost its type %s is of another one, or of it without a field of its own: %j', (type, fields) => {
  expect(typeByFields({ ...fields, type: null, more: 1 })).toBe(type === 'item_reference' ? undefined : type)
  expect(typeByFields(fields as Record<string, unknown>)).toBe(type)
  // A prefix is one at the beginning, and what is null was not given.
  const without = Object.keys(fields).flatMap((name) =>
    name === 'id' || name === 'type' ? [] : [{ ...fields, [name]: null }],
  )
  const behind = 'id' in fields && type !== 'item_reference' ? [{ ...fields, id: `x${String(fields.id)}` }] : []
  expect([...without, ...behind].map((other) => typeByFields(other))).not.toContain(type)
})

test.each([
  { role: 'user', content: 'a' },
  {},
  { id: 7 },
  { id: 'a', note: 1 },
  { call_id: 'c' },
  { ...sealed, id: 'x' },
])('%j is taken for an item of some type', (fields) => expect(typeByFields(fields)).toBeUndefined())
