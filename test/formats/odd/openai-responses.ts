import type { OddRow } from './odd-row.ts'

const user = (content: unknown): object => ({ role: 'user', content })
const call = (call_id: string, rest: object = {}): object => ({
  type: 'function_call',
  call_id,
  name: 'f',
  arguments: '{}',
  ...rest,
})
const output = (call_id: string, value: unknown = 'ok'): object => ({
  type: 'function_call_output',
  call_id,
  output: value,
})

const sdk = 'openai 7.55: ResponseInputItem'
const reference = 'platform.openai.com/docs/api-reference/responses'

export const responsesRows: readonly OddRow[] = [
  { name: 'user messages in a row', source: reference, messages: [user('a'), user('b')] },
  {
    name: 'a message without its type',
    source: sdk,
    messages: [user('a'), { role: 'assistant', content: 'b' }, user('c')],
  },
  {
    name: 'a final message of the assistant',
    source: reference,
    messages: [user('a'), { role: 'assistant', content: 'b' }],
  },
  { name: 'the assistant first', source: reference, messages: [{ role: 'assistant', content: 'a' }, user('b')] },
  {
    name: 'system and developer messages anywhere',
    source: sdk,
    messages: [user('a'), { role: 'system', content: 'b' }, { role: 'developer', content: 'c' }, user('d')],
  },
  { name: 'empty texts', source: reference, messages: [user(''), { role: 'assistant', content: '' }, user('a')] },
  { name: 'an empty list of parts', source: reference, messages: [user([]), user('a')] },
  {
    name: 'a result far behind its call',
    source: 'items are paired by call_id, wherever they stand',
    messages: [user('a'), call('c'), user('b'), { role: 'assistant', content: 'd' }, output('c')],
  },
  {
    name: 'results in another order',
    source: reference,
    messages: [user('a'), call('c'), call('d'), output('d'), output('c')],
  },
  {
    name: 'call ids of any characters',
    source: 'length alone is measured: "maximum length 64"',
    messages: [user('a'), call('call:1/ü 日本'), output('call:1/ü 日本')],
  },
  {
    name: 'arguments that are no JSON',
    source: 'the API does not parse the history',
    messages: [user('a'), call('c', { arguments: '{"a":' }), output('c')],
  },
  {
    name: 'an output of parts, and an empty one',
    source: sdk,
    messages: [user('a'), call('c'), call('d'), output('c', [{ type: 'input_text', text: 'b' }]), output('d', '')],
  },
  {
    name: 'a status and unset ids',
    source: sdk,
    messages: [user('a'), call('c', { id: 'fc_1', status: 'completed' }), output('c'), user('b')],
  },
  {
    name: 'reasoning without an id',
    source: sdk,
    messages: [user('a'), { type: 'reasoning', summary: [] }, { role: 'assistant', content: 'b' }, user('c')],
    request: { store: false },
  },
  {
    name: 'a tool that nobody has defined',
    source: 'no refusal names one',
    messages: [user('a'), call('c', { name: 'gone' }), output('c')],
    request: { tools: [] },
  },
  {
    name: 'a call of the server that is never answered',
    source: sdk,
    messages: [
      user('a'),
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'b' } },
      { role: 'assistant', content: 'c' },
      user('d'),
    ],
  },
  {
    name: 'a custom tool',
    source: sdk,
    messages: [
      user('a'),
      { type: 'custom_tool_call', call_id: 'c', name: 'f', input: 'free text' },
      { type: 'custom_tool_call_output', call_id: 'c', output: 'b' },
    ],
  },
  {
    name: 'fields that the SDK does not know',
    source: 'Codex and others send their own',
    messages: [
      user('a'),
      {
        type: 'message',
        role: 'assistant',
        id: 'msg_1',
        phase: 'final_answer',
        content: [{ type: 'output_text', text: 'b', annotations: [], logprobs: [] }],
      },
      user('c'),
    ],
  },
]
