import type { OddRow } from './odd-row.ts'

const user = (content: unknown, rest: object = {}): object => ({ role: 'user', content, ...rest })
const say = (content: unknown, rest: object = {}): object => ({ role: 'assistant', content, ...rest })
const call = (id: string, name = 'f', args = '{}'): object => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})
const calls = (...tool_calls: object[]): object => ({ role: 'assistant', content: null, tool_calls })
const tool = (tool_call_id: string, content: unknown = 'ok', rest: object = {}): object => ({
  role: 'tool',
  tool_call_id,
  content,
  ...rest,
})

const probes = 'provider-errors.md §4: live probes'
const reference = 'platform.openai.com/docs/api-reference/chat'
const server = 'the server hands ids and names to the template'

export const chatRows: readonly OddRow[] = [
  { name: 'user messages in a row', source: probes, messages: [user('a'), user('b'), user('c')] },
  { name: 'assistant messages in a row, also last', source: probes, messages: [user('a'), say('b'), say('c')] },
  { name: 'the assistant first', source: probes, messages: [say('a'), user('b')] },
  { name: 'nothing but a system message', source: probes, messages: [{ role: 'system', content: 'a' }] },
  {
    name: 'system and developer messages anywhere',
    source: probes,
    messages: [user('a'), { role: 'system', content: 'b' }, say('c'), { role: 'developer', content: 'd' }, user('e')],
  },
  {
    name: 'empty texts in every role',
    source: probes,
    messages: [{ role: 'system', content: '' }, user(''), say(''), user('a')],
  },
  {
    name: 'one id in two turns',
    source: 'ids are compared with the calls before',
    messages: [user('a'), calls(call('c')), tool('c'), calls(call('c')), tool('c'), user('b')],
  },
  {
    name: 'results in another order',
    source: reference,
    messages: [user('a'), calls(call('c'), call('d')), tool('d'), tool('c')],
  },
  {
    name: 'ids of any characters',
    source: 'length alone is measured: "maximum length 40"',
    messages: [user('a'), calls(call('call:1/ü 日本')), tool('call:1/ü 日本')],
  },
  {
    name: 'arguments that are no JSON',
    source: 'the API does not parse the history',
    messages: [user('a'), calls(call('c', 'f', '{"a":')), tool('c')],
  },
  {
    name: 'empty arguments',
    source: 'the API does not parse the history',
    messages: [user('a'), calls(call('c', 'f', '')), tool('c')],
  },
  {
    name: 'text beside calls, and no content at all',
    source: reference,
    messages: [
      user('a'),
      say('b', { tool_calls: [call('c')] }),
      tool('c'),
      { role: 'assistant', tool_calls: [call('d')] },
      tool('d'),
    ],
  },
  {
    name: 'a result of parts',
    source: reference,
    messages: [user('a'), calls(call('c')), tool('c', [{ type: 'text', text: 'b' }])],
  },
  { name: 'an empty result', source: reference, messages: [user('a'), calls(call('c')), tool('c', '')] },
  {
    name: 'a result with a name',
    source: 'unknown fields are ignored',
    messages: [user('a'), calls(call('c')), tool('c', 'b', { name: 'f' })],
  },
  {
    name: 'fields of other vendors',
    source: 'unknown fields are ignored',
    messages: [
      user('a', { timestamp: 1 }),
      say('b', { reasoning_content: 'c', annotations: [], refusal: null, audio: null }),
      user('d'),
    ],
  },
  {
    name: 'a tool that nobody has defined',
    source: 'no refusal names one',
    messages: [user('a'), calls(call('c', 'gone')), tool('c')],
    request: { tools: [] },
  },
  {
    name: 'names of speakers',
    source: reference,
    messages: [user('a', { name: 'Ada' }), say('b', { name: 'bot' }), user('c')],
  },
  {
    name: 'a function call of the old form',
    source: reference,
    messages: [
      user('a'),
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
      { role: 'function', name: 'f', content: 'b' },
    ],
  },
  {
    name: "an id of 80 characters on a server of one's own",
    source: server,
    dialect: 'vllm',
    request: { model: 'qwen3-32b' },
    messages: [user('a'), calls(call('c'.repeat(80))), tool('c'.repeat(80))],
  },
  {
    name: "a name of any characters on a server of one's own",
    source: server,
    dialect: 'ollama',
    request: { model: 'llama3.3' },
    messages: [user('a'), calls(call('c', 'ns.find files')), tool('c')],
  },
  {
    name: 'an id of nine characters',
    source: 'mistral-common',
    dialect: 'mistral',
    request: { model: 'mistral-large-latest' },
    messages: [user('a'), calls(call('abcDEF123')), tool('abcDEF123')],
  },
  {
    name: 'a prefix of the answer',
    source: 'docs.mistral.ai: prefix',
    dialect: 'mistral',
    request: { model: 'mistral-large-latest' },
    messages: [user('a'), say('b', { prefix: true })],
  },
  {
    name: 'user messages in a row, for Mistral',
    source: 'mistral-common joins them',
    dialect: 'mistral',
    request: { model: 'mistral-large-latest' },
    messages: [user('a'), user('b')],
  },
  {
    name: 'reasoning that goes back',
    source: 'api-docs.deepseek.com',
    dialect: 'deepseek',
    request: { model: 'deepseek-v4' },
    messages: [user('a'), say(null, { reasoning_content: 'b', tool_calls: [call('c')] }), tool('c'), user('d')],
  },
]
