import { type ModelRequest, OpenAIResponsesModel, setTracingDisabled, withTrace } from '@openai/agents'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { fromResponses, toResponses } from '../../../src/adapters/openai-agents/protocol-items.ts'

setTracingDisabled(true)

/** What the SDK's own model sends of these items. */
async function sent(input: readonly unknown[]): Promise<unknown> {
  let body: { input?: readonly unknown[] } = {}
  const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    body = JSON.parse(String(init?.body)) as typeof body
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
    return Response.json({ id: 'resp_1', status: 'completed', model: 'gpt-5', output: [], usage })
  }
  const model = new OpenAIResponsesModel(new OpenAI({ apiKey: 'k', fetch, maxRetries: 0 }) as never, 'gpt-5')
  const request = { input, modelSettings: {}, tools: [], handoffs: [], outputType: 'text', tracing: false }
  await withTrace('t', () => model.getResponse(request as unknown as ModelRequest))
  return body.input?.map(typed)
}

/** Messages of a user may leave their type out. */
const typed = (item: unknown): unknown => ({ type: 'message', ...(item as object) })

const picture = 'data:image/png;base64,AA=='
const user = (...content: readonly object[]): object => ({ role: 'user', content })
const result = (output: unknown): object => ({
  type: 'function_call_result',
  callId: 'call_1',
  name: 'read',
  status: 'completed',
  output,
})
const hosted = (type: string, more: object): object => ({
  type: 'hosted_tool_call',
  id: 'ws_1',
  name: type,
  status: 'completed',
  providerData: { type, ...more },
})
const program = { type: 'program', callerId: 'prog_1' }
const mcp = { server_label: 'files', name: 'read', arguments: '{}' }
const items: Readonly<Record<string, object>> = {
  'a text of the user': { role: 'user', content: 'a', providerData: { tag: 'b' } },
  'a system message': { role: 'system', content: 'a' },
  'parts of the user': user(
    { type: 'input_text', text: 'a', promptCacheBreakpoint: { mode: 'explicit' }, providerData: { moreOf: 1 } },
    { type: 'input_image', image: picture, detail: 'low' },
    { type: 'input_image', image: { id: 'file_1' }, detail: 'auto' },
    { type: 'input_image', imageUrl: picture, detail: 'auto' },
    { type: 'input_file', file: 'data:text/plain;base64,AA==', filename: 'a.txt' },
    { type: 'input_file', file: 'https://example.com/a.txt' },
    { type: 'input_file', file: { id: 'file_2' } },
    { type: 'input_file', file: { url: 'https://example.com/b.txt' } },
    { type: 'input_file', fileId: 'file_3' },
    { type: 'input_file', file: 'AA==' },
  ),
  'an answer': {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    phase: 'final_answer',
    content: [
      { type: 'output_text', text: 'a', providerData: { annotations: [{ type: 'x' }], logprobs: [] } },
      { type: 'output_text', text: 'b' },
      { type: 'refusal', refusal: 'no' },
    ],
  },
  'an answer without an id': { type: 'message', id: 'FAKE_ID', role: 'assistant', status: 'completed', content: [] },
  'a call': {
    type: 'function_call',
    id: 'fc_1',
    callId: 'call_1',
    name: 'read',
    namespace: 'files',
    arguments: '{}',
    status: 'completed',
    caller: program,
    providerData: { createdAt: 1, callId: 'other' },
  },
  'a result': result('a'),
  'a text of older tools': result({ type: 'text', text: 'a' }),
  'a picture of older tools': result({ type: 'image', image: picture, detail: 'low' }),
  'a file of older tools': result({ type: 'file', file: { data: 'AA==', mediaType: 'text/csv', filename: 'a.csv' } }),
  'the id of a file of older tools': result({ type: 'file', file: { id: 'file_1' } }),
  'the URL of a file of older tools': result({ type: 'file', file: { url: 'https://example.com/a' } }),
  'the id of a picture of older tools': result({ type: 'image', image: { fileId: 'file_1' } }),
  'the URL of a picture of older tools': result({ type: 'image', image: { url: 'https://example.com/a' } }),
  'bytes of older tools': result({ type: 'image', image: { data: new Uint8Array([0]), mediaType: 'image/png' } }),
  'parts of a result': result([
    { type: 'input_text', text: 'a' },
    { type: 'input_image', image: picture },
    { type: 'input_file', file: { id: 'file_1' }, filename: 'a' },
  ]),
  'a thought': {
    type: 'reasoning',
    id: 'rs_1',
    content: [{ type: 'input_text', text: 'a' }],
    rawContent: [{ type: 'reasoning_text', text: 'b' }],
    providerData: { encryptedContent: 'SEALED', status: 'completed' },
  },
  'a program': { type: 'program', id: 'p_1', callId: 'prog_1', code: 'a', fingerprint: 'f' },
  'what a program gave': { type: 'program_output', id: 'p_2', callId: 'prog_1', output: 'a', status: 'completed' },
  'a search for tools': {
    type: 'tool_search_call',
    id: 'ts_1',
    callId: 'call_1',
    execution: 'client',
    arguments: { query: 'a' },
    status: 'completed',
  },
  'tools that were found': {
    type: 'tool_search_output',
    id: 'ts_2',
    call_id: 'call_1',
    execution: 'client',
    status: 'completed',
    tools: [],
  },
  'a click': {
    type: 'computer_call',
    id: 'cu_1',
    callId: 'call_1',
    status: 'completed',
    action: { type: 'wait' },
    providerData: { pendingSafetyChecks: [{ id: 'a' }] },
  },
  'a screenshot': {
    type: 'computer_call_result',
    callId: 'call_1',
    output: { type: 'computer_screenshot', data: picture },
    providerData: { acknowledgedSafetyChecks: [{ id: 'a' }] },
  },
  'a command': {
    type: 'shell_call',
    id: 'sh_1',
    callId: 'call_1',
    status: 'completed',
    action: { commands: ['ls'], timeoutMs: 1, maxOutputLength: 2 },
    caller: { type: 'direct' },
    providerData: { environment: { type: 'local' } },
  },
  'what a command gave': {
    type: 'shell_call_output',
    callId: 'call_1',
    status: 'completed',
    maxOutputLength: 2,
    output: [
      { stdout: 'a', stderr: '', outcome: { type: 'exit', exitCode: 1 } },
      { stdout: '', stderr: 'b', outcome: { type: 'timeout' } },
      { stdout: 'c', stderr: '', outcome: { type: 'timeout', exitCode: null } },
    ],
  },
  'a patch': {
    type: 'apply_patch_call',
    id: 'ap_1',
    callId: 'call_1',
    status: 'completed',
    operation: { type: 'update_file', path: 'a', diff: 'b', moveTo: 'c' },
    caller: program,
  },
  'what a patch gave': { type: 'apply_patch_call_output', callId: 'call_1', status: 'failed', output: 'a' },
  'a search of the web': hosted('web_search_call', { action: { type: 'search', query: 'a' } }),
  'an older search of the web': hosted('web_search', {}),
  'a search of files': hosted('file_search_call', { queries: ['a'], results: [] }),
  'code that the provider ran': hosted('code_interpreter_call', { code: 'a', outputs: [], container_id: 'c' }),
  'a picture that was drawn': hosted('image_generation_call', { result: 'AA==', outputFormat: 'png' }),
  'tools of a server': hosted('mcp_list_tools', { tools: [], server_label: 'files' }),
  'a call of a server': hosted('mcp_call', { ...mcp, output: 'a' }),
  'an approval that is asked for': hosted('mcp_approval_request', { ...mcp, id: 'ar_1' }),
  'an approval': hosted('mcp_approval_response', { id: 'as_1', approve: true, approval_request_id: 'ar_1' }),
  'a summary': { type: 'compaction', id: 'cmp_1', encrypted_content: 'SEALED' },
  'an item that the SDK does not know': { type: 'unknown', id: 'x_1', providerData: { type: 'later_call', aB: 1 } },
}

test.each(Object.entries(items))('%s is read otherwise than the SDK sends it', async (_name, item) => {
  const wire = await sent([item])
  expect(JSON.parse(JSON.stringify(toResponses([item])))).toEqual(wire)
})

test.each(Object.entries(items))('%s is sent otherwise when a repair has touched it', async (_name, item) => {
  const touched = fromResponses(structuredClone(toResponses([item])))
  expect(await sent(touched)).toEqual(await sent([item]))
})
