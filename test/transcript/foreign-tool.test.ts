import { expect, test } from 'vitest'
import { foreignAnswer, foreignCall, foreignTool } from '../../src/transcript/foreign-tool.ts'

const input = { path: 'a' }
const call = { kind: 'call', id: 'x', name: 'f', payload: input, isError: false, isServers: false }
const result = { kind: 'result', id: 'x', name: undefined, payload: 'a', isError: false, isServers: false }
const named = { ...result, name: 'f' }

test.each<readonly [raw: unknown, tool: unknown]>([
  // Calls
  [{ type: 'tool_use', id: 'x', name: 'f', input }, call],
  [
    { type: 'server_tool_use', id: 'x', name: 'f', input },
    { ...call, isServers: true },
  ],
  [
    { type: 'mcp_tool_use', id: 'x', name: 'f', server_name: 's', input },
    { ...call, isServers: true },
  ],
  [{ toolUse: { toolUseId: 'x', name: 'f', input } }, call],
  [{ functionCall: { id: 'x', name: 'f', args: input } }, call],
  [{ functionCall: { name: 'f', args: input } }, { ...call, id: undefined }],
  [{ function_call: { name: 'f', arguments: '{"path":' } }, { ...call, id: undefined, payload: '{"path":' }],
  [
    { id: 'x', type: 'function', function: { name: 'f', arguments: '{"path":"a"}' } },
    { ...call, payload: '{"path":"a"}' },
  ],
  [
    { id: 'x', type: 'custom', custom: { name: 'f', input: 'a' } },
    { ...call, payload: 'a' },
  ],
  [
    { type: 'function_call', id: 'fc_1', call_id: 'x', name: 'f', arguments: '{}' },
    { ...call, payload: '{}' },
  ],
  [
    { type: 'custom_tool_call', call_id: 'x', name: 'f', input: 'a' },
    { ...call, payload: 'a' },
  ],
  [{ type: 'tool-call', toolCallId: 'x', toolName: 'f', input }, call],
  [{ type: 'tool-call', toolCallId: 'x', toolName: 'f', args: input }, call],
  [
    { type: 'tool-call', toolCallId: 'x', toolName: 'f', input, providerExecuted: true },
    { ...call, isServers: true },
  ],
  [{ type: 'tool_call', id: 'x', name: 'f', args: input }, call],
  [{ type: 'tool_call', id: 'x', tool_name: 'f', args: input }, call],
  [
    { type: 'tool_call', id: 7, name: 'f' },
    { ...call, id: '7', payload: undefined },
  ],
  [{ type: 'tool-f', toolCallId: 'x', state: 'input-available', input }, call],
  [
    { type: 'tool-f', toolCallId: 'x', state: 'output-available', input, output: { output: 'a' } },
    { ...call, result: named },
  ],
  [
    { type: 'dynamic-tool', toolName: 'f', toolCallId: 'x', state: 'output-error', input, errorText: 'a' },
    { ...call, result: { ...named, isError: true } },
  ],
  [
    {
      type: 'tool-invocation',
      toolInvocation: { toolCallId: 'x', toolName: 'f', args: input, state: 'result', result: 'a' },
    },
    { ...call, result: named },
  ],
  // Results
  [{ type: 'tool_result', tool_use_id: 'x', content: 'a' }, result],
  [
    { type: 'tool_result', tool_use_id: 'x' },
    { ...result, payload: '' },
  ],
  [
    { type: 'tool_result', tool_use_id: 'x', content: [{ type: 'text', text: 'a' }], is_error: true },
    { ...result, isError: true },
  ],
  [{ type: 'tool-result', toolCallId: 'x', toolName: 'f', output: { type: 'text', value: 'a' } }, named],
  [
    { type: 'tool-result', toolCallId: 'x', toolName: 'f', output: { type: 'error-text', value: 'a' } },
    { ...named, isError: true },
  ],
  [{ type: 'tool-result', toolCallId: 'x', toolName: 'f', result: 'a' }, named],
  [{ type: 'function_call_output', call_id: 'x', output: 'a' }, result],
  [{ type: 'custom_tool_call_output', call_id: 'x', output: [{ type: 'input_text', text: 'a' }] }, result],
  [{ toolResult: { toolUseId: 'x', content: [{ text: 'a' }] } }, result],
  [
    { toolResult: { toolUseId: 'x', content: [{ json: { b: 1 } }], status: 'error' } },
    { ...result, payload: '{"b":1}', isError: true },
  ],
  [{ functionResponse: { id: 'x', name: 'f', response: { output: 'a' } } }, named],
  [{ functionResponse: { id: 'x', name: 'f', response: { error: 'a' } } }, { ...named, isError: true }],
  [{ function_response: { name: 'f', response: { b: 1 } } }, { ...named, id: undefined, payload: '{"b":1}' }],
  // A list that holds media stays to be read by those who know them.
  [
    { toolResult: { toolUseId: 'x', content: [{ text: 'a' }, { image: {} }] } },
    { ...result, payload: [{ text: 'a' }, { image: {} }] },
  ],
  // What is of no tool
  [{ type: 'text', text: 'tool_result' }, undefined],
  [{ type: 'tool-f' }, undefined],
  [{ toolResult: 'a' }, undefined],
  [{ functionCall: null }, undefined],
  ['tool_result', undefined],
  [null, undefined],
])('row %$: what some API says of a tool is read otherwise', (raw, tool) => {
  expect(foreignTool(raw)).toEqual(tool)
})

test('an entry of a list of calls is none where it does not say so', () => {
  expect(foreignCall({ id: 'x', name: 'f', args: input })).toEqual(call)
  expect(foreignCall('f')).toBeUndefined()
})

test.each<readonly [raw: unknown, answer: unknown]>([
  [{ role: 'tool', tool_call_id: 'x', content: 'a' }, result],
  [
    { type: 'tool', tool_call_id: 'x', name: 'f', content: 'a', status: 'error' },
    { ...named, isError: true },
  ],
  [
    { role: 'function', name: 'f', content: 'a' },
    { ...named, id: undefined },
  ],
  [{ role: 'tool', content: 'a' }, undefined],
  [{ role: 'function', content: 'a' }, undefined],
  [{ role: 'user', tool_call_id: 'x', content: 'a' }, undefined],
  ['tool', undefined],
])('row %$: a message that answers a call is read otherwise', (raw, answer) => {
  expect(foreignAnswer(raw)).toEqual(answer)
})
