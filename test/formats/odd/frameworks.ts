import type { OddRow } from './odd-row.ts'

const fs = 'modelMessageSchema and convertToLanguageModelPrompt of ai 6'
const part = (type: string, fields: object): object => ({ type, ...fields })
const call = (toolCallId: string, toolName = 'f'): object => part('tool-call', { toolCallId, toolName, input: {} })
const result = (toolCallId: string, toolName = 'f'): object =>
  part('tool-result', { toolCallId, toolName, output: { type: 'text', value: '' } })
const user = { role: 'user', content: 'a' }

export const aiSdkRows: readonly OddRow[] = [
  {
    name: 'user messages in a row',
    source: fs,
    messages: [user, user, { role: 'user', content: [part('text', { text: 'b' })] }],
  },
  { name: 'a final message of the assistant', source: fs, messages: [user, { role: 'assistant', content: 'b' }] },
  {
    name: 'results over several tool messages, in any order',
    source: fs,
    messages: [
      user,
      { role: 'assistant', content: [call('c'), call('d')] },
      { role: 'tool', content: [result('d')] },
      { role: 'tool', content: [result('c')] },
    ],
  },
  {
    name: 'results that stand behind another answer',
    source: fs,
    messages: [
      user,
      { role: 'assistant', content: [call('c')] },
      { role: 'assistant', content: [call('d')] },
      { role: 'tool', content: [result('c'), result('d')] },
    ],
  },
  {
    name: 'a result that stands behind what was said without it',
    source: fs,
    messages: [
      user,
      { role: 'assistant', content: [call('c')] },
      { role: 'assistant', content: 'b' },
      { role: 'tool', content: [result('c')] },
    ],
  },
  {
    name: 'a result of the provider behind another prompt',
    source: fs,
    messages: [
      user,
      { role: 'assistant', content: [{ ...call('c'), providerExecuted: true }] },
      user,
      { role: 'assistant', content: [result('c'), part('text', { text: 'b' })] },
    ],
  },
  {
    name: 'an approval that was asked for in another message',
    source: 'collect-tool-approvals.ts of ai 6',
    messages: [
      user,
      { role: 'assistant', content: [call('c')] },
      { role: 'assistant', content: [part('tool-approval-request', { approvalId: 'y', toolCallId: 'c' })] },
      { role: 'tool', content: [part('tool-approval-response', { approvalId: 'y', approved: true })] },
    ],
  },
  {
    name: 'one id in two turns',
    source: fs,
    messages: [
      user,
      { role: 'assistant', content: [call('c')] },
      { role: 'tool', content: [result('c')] },
      user,
      { role: 'assistant', content: [call('c')] },
      { role: 'tool', content: [result('c')] },
    ],
  },
  {
    name: 'a result under another name',
    source: fs,
    messages: [user, { role: 'assistant', content: [call('c')] }, { role: 'tool', content: [result('c', 'g')] }],
  },
  {
    name: 'ids and names of any characters',
    source: fs,
    messages: [
      user,
      { role: 'assistant', content: [call('call:1/ü', 'ns.find files')] },
      { role: 'tool', content: [result('call:1/ü', 'ns.find files')] },
    ],
  },
  {
    name: 'text between calls',
    source: fs,
    messages: [
      user,
      { role: 'assistant', content: [call('c'), part('text', { text: 'b' }), call('d')] },
      { role: 'tool', content: [result('c'), result('d')] },
    ],
  },
  {
    name: 'options of a provider',
    source: fs,
    messages: [{ ...user, providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }],
  },
  {
    name: 'an empty text beside another',
    source: 'the SDK leaves it out',
    messages: [{ role: 'user', content: [part('text', { text: '' }), part('text', { text: 'a' })] }],
  },
]

const lc = '@langchain/core: coerceMessageLikeToMessage'
const ai = (content: unknown, rest: object = {}): object => ({ type: 'ai', content, ...rest })
const human = { type: 'human', content: 'a' }
const lcCall = (id: string, name = 'f'): object => ({ type: 'tool_call', id, name, args: {} })
const tool = (tool_call_id: string, rest: object = {}): object => ({
  type: 'tool',
  tool_call_id,
  content: 'ok',
  ...rest,
})

export const langchainRows: readonly OddRow[] = [
  { name: 'human messages in a row', source: lc, messages: [human, human] },
  { name: 'a final message of the model', source: lc, messages: [human, ai('b')] },
  {
    name: 'results in another order',
    source: lc,
    messages: [human, ai('', { tool_calls: [lcCall('c'), lcCall('d')] }), tool('d'), tool('c')],
  },
  {
    name: 'one id in two turns',
    source: lc,
    messages: [
      human,
      ai('', { tool_calls: [lcCall('c')] }),
      tool('c'),
      human,
      ai('', { tool_calls: [lcCall('c')] }),
      tool('c'),
    ],
  },
  {
    name: 'ids and names of any characters',
    source: lc,
    messages: [human, ai('', { tool_calls: [lcCall('call:1/ü', 'ns.find files')] }), tool('call:1/ü')],
  },
  {
    name: 'a result under another name',
    source: lc,
    messages: [human, ai('', { tool_calls: [lcCall('c')] }), tool('c', { name: 'g' })],
  },
  {
    name: 'an artifact, a status and an id',
    source: lc,
    messages: [
      human,
      ai('', { id: 'run-1', tool_calls: [lcCall('c')], invalid_tool_calls: [] }),
      tool('c', { status: 'success', artifact: { a: 1 }, id: 'x' }),
    ],
  },
  {
    name: 'roles of OpenAI',
    source: lc,
    messages: [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
      { role: 'user', content: 'c' },
    ],
  },
  { name: 'pairs and bare texts', source: lc, messages: ['a', ['ai', 'b'], ['human', 'c']] },
]
