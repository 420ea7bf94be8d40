import { chatDialects } from '../../../src/formats/openai-chat/dialects.ts'
import type { RoundRow } from './round-row.ts'

const call = (id: string, name = 'Read', args = '{"path":"a"}'): object => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})
const result = (id: string): object => ({ role: 'tool', tool_call_id: id, content: 'out' })
const ask = { role: 'user', content: 'Go.' }
const longest = 'call_'.padEnd(40, '1')
const chatTurn: readonly object[] = [
  { role: 'assistant', content: null, tool_calls: [call(longest), call('call_2', 'n'.repeat(64))] },
  result(longest),
  result('call_2'),
  ask,
]
const ofCalls = (...calls: object[]): object => ({ role: 'assistant', content: 'I look.', tool_calls: calls })

export const chatRounds: readonly RoundRow[] = [
  { name: 'text', messages: [{ role: 'assistant', content: 'Said.', refusal: null }, ask] },
  { name: 'calls without text', messages: [{ role: 'assistant', tool_calls: [call('c')] }, result('c')] },
  { name: 'calls beside text', messages: [ofCalls(call('c', 'Read', 'none')), result('c'), ask] },
  ...chatDialects.map((dialect): RoundRow => ({ name: dialect, dialect, messages: chatTurn })),
  ...(['mistral', 'vllm', 'qwen', 'zhipu'] as const).map((dialect): RoundRow => ({
    name: `${dialect}, short ids`,
    dialect,
    messages: [ofCalls(call('abcdefgh1')), result('abcdefgh1')],
  })),
  ...['deepseek-chat', 'deepseek-reasoner'].map((model): RoundRow => ({
    name: model,
    request: { model },
    messages: [{ role: 'assistant', content: '', reasoning_content: 'Hm.', tool_calls: [call('c')] }, result('c')],
  })),
  {
    name: 'reasoning that is refused',
    dialect: 'groq',
    messages: [{ role: 'assistant', content: 'Said.', reasoning_content: 'Hm.', tool_calls: [call('c')] }, result('c')],
  },
]

const part = (type: string): object => ({ type, text: 'Said.' })
const reasoning = { type: 'reasoning', summary: [part('summary_text')] }
const said = { role: 'assistant', content: [part('output_text')] }
const functionCall = { type: 'function_call', call_id: 'call_1', name: 'Read', arguments: '{"path":"a"}' }
const output = { type: 'function_call_output', call_id: 'call_1', output: 'out' }
const message = { type: 'message', role: 'user', content: [part('input_text')] }
const status = 'completed'

export const responsesRounds: readonly RoundRow[] = [
  {
    name: 'text',
    messages: [
      { role: 'assistant', content: 'Said.' },
      { role: 'user', content: 'Go.' },
    ],
  },
  {
    name: 'items without ids',
    messages: [{ ...reasoning, encrypted_content: 'sealed' }, said, functionCall, output, message],
  },
  {
    name: 'items with ids',
    messages: [
      { ...reasoning, id: 'rs_1', status },
      {
        ...said,
        type: 'message',
        id: 'msg_1',
        status,
        content: [{ ...part('output_text'), annotations: [], logprobs: [] }],
      },
      { ...functionCall, id: 'fc_'.padEnd(64, '1'), status },
      { ...output, id: 'fc_2', status },
      { ...message, id: 'msg_2', status },
    ],
  },
  { name: 'nothing is kept', request: { store: false }, messages: [{ ...reasoning, id: 'rs_1' }, said, message] },
  {
    name: 'sealed, nothing is kept',
    request: { store: false },
    messages: [{ ...reasoning, encrypted_content: 'x' }, said],
  },
  {
    name: 'functions in spaces, and one that stands alone',
    request: {
      tools: [
        { type: 'function', name: 'Read' },
        { type: 'namespace', name: 'web', tools: [{ type: 'function', name: 'Find' }] },
      ],
    },
    messages: [
      functionCall,
      output,
      { ...functionCall, call_id: 'call_2', name: 'Find', namespace: 'web' },
      { ...output, call_id: 'call_2' },
      message,
    ],
  },
  { name: 'kept elsewhere', request: { previous_response_id: 'resp_1' }, messages: [said, message] },
  {
    name: 'calls of other kinds',
    messages: [
      { type: 'custom_tool_call', call_id: 'call_1', name: 'Run', input: 'a' },
      { type: 'custom_tool_call_output', call_id: 'call_1', output: 'out' },
      { type: 'web_search_call', id: 'ws_1', status },
      { type: 'computer_call_output', call_id: 'call_2', output: {} },
    ],
  },
]
