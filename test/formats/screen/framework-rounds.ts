import type { RoundRow } from './round-row.ts'

const calls = [
  { id: 'call_1', name: 'Read', args: { path: 'a' } },
  { id: 'call_2', name: 'Read', args: {}, type: 'tool_call' },
]
const text = { type: 'text', text: 'Said.' }
const bare: RoundRow['messages'] = [
  { role: 'assistant', content: [text], tool_calls: calls, name: 'agent' },
  { role: 'tool', content: 'out', tool_call_id: 'call_1', name: 'Read' },
  { role: 'tool', content: 'out', tool_call_id: 'call_2', status: 'error' },
  { role: 'user', content: [text] },
]
const kindOf: Readonly<Record<string, string>> = { assistant: 'AI', user: 'Human', tool: 'Tool' }
const fieldsOf = (message: unknown): Record<string, unknown> => ({ ...(message as Record<string, unknown>) })

export const langchainRounds: readonly RoundRow[] = [
  { name: 'plain', messages: bare },
  {
    name: 'by type',
    messages: bare.map((message) => {
      const { role, ...fields } = fieldsOf(message)
      return { type: kindOf[String(role)]!.toLowerCase(), ...fields }
    }),
  },
  {
    name: 'generic',
    messages: [
      { type: 'generic', role: 'assistant', content: 'Said.' },
      { type: 'generic', role: 'user', content: 'Go.' },
    ],
  },
  {
    name: 'serialised',
    messages: bare.map((message) => {
      const { role, ...kwargs } = fieldsOf(message)
      return {
        lc: 1,
        type: 'constructor',
        id: ['langchain_core', 'messages', `${kindOf[String(role)]}Message`],
        kwargs,
      }
    }),
  },
  {
    name: 'stored',
    messages: bare.map((message) => {
      const { role, ...data } = fieldsOf(message)
      return { type: kindOf[String(role)]!.toLowerCase(), data }
    }),
  },
  { name: 'pairs', messages: [['ai', 'Said.'], 'Go.'] },
  {
    name: 'calls beside no text, and beside an empty list of raw ones',
    messages: [
      { role: 'assistant', content: '', tool_calls: [calls[0]], additional_kwargs: { tool_calls: [] } },
      { role: 'tool', content: 'out', tool_call_id: 'call_1' },
      { role: 'assistant', content: 'Said.', tool_calls: [], additional_kwargs: {} },
    ],
  },
  { name: 'of Claude', request: { provider: 'anthropic', model: 'claude-sonnet-4-5' }, messages: bare },
]

const call = (toolCallId: string): object => ({ type: 'tool-call', toolCallId, toolName: 'Read', input: { path: 'a' } })
const result = (toolCallId: string, output: object): object => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'Read',
  output,
})
const outputs: readonly object[] = [
  { type: 'text', value: '' },
  { type: 'json', value: null },
  { type: 'error-text', value: 'out' },
  { type: 'error-json', value: [1] },
]
const reasoning = { type: 'reasoning', text: 'Hm.' }
const sealed = { ...reasoning, providerOptions: { anthropic: { signature: 'c2ln' } } }
const modelTurn: RoundRow['messages'] = [
  { role: 'assistant', content: [sealed, text, reasoning, call('call_1')] },
  { role: 'tool', content: [result('call_1', { type: 'text', value: 'out' })] },
  { role: 'user', content: [text, text] },
]

const ofItem = (itemId: string): object => ({ providerOptions: { openai: { itemId } } })
const itemsTurn: RoundRow['messages'] = [
  {
    role: 'assistant',
    content: [
      { ...reasoning, ...ofItem('rs_1') },
      { type: 'reasoning', text: '', ...ofItem('rs_1') },
      { ...text, ...ofItem('msg_1') },
      { ...call('call_1'), ...ofItem('fc_1') },
    ],
  },
  { role: 'tool', content: [result('call_1', { type: 'text', value: 'out' })] },
  { role: 'user', content: [{ ...text, ...ofItem('msg_2') }] },
]

const told = result('call_1', { type: 'text', value: 'out' })
const cachedTurn: RoundRow['messages'] = [
  { role: 'assistant', content: [call('call_1')] },
  {
    role: 'tool',
    content: [{ ...told, providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }],
  },
]

export const modelMessageRounds: readonly RoundRow[] = [
  {
    name: 'text',
    messages: [
      { role: 'assistant', content: 'Said.' },
      { role: 'user', content: 'Go.' },
    ],
  },
  {
    name: 'outputs of all types but denials',
    messages: [
      { role: 'assistant', content: outputs.map((_, index) => call(`call_${index}`)) },
      { role: 'tool', content: outputs.map((output, index) => result(`call_${index}`, output)) },
    ],
  },
  {
    name: 'a denial, which version 5 does not have',
    messages: [
      { role: 'assistant', content: [call('call_1')] },
      { role: 'tool', content: [result('call_1', { type: 'execution-denied', reason: 'no' })] },
    ],
  },
  {
    name: 'content that is typed',
    messages: [
      { role: 'assistant', content: [call('call_1')] },
      { role: 'tool', content: [result('call_1', { type: 'content', value: [text] })] },
    ],
  },
  { name: 'a result that is cached', messages: cachedTurn },
  {
    name: 'a result of which OpenAI keeps the item',
    request: { provider: 'openai.responses' },
    messages: cachedTurn.with(1, { role: 'tool', content: [{ ...told, ...ofItem('fc_2') }] }),
  },
  { name: 'of any provider', messages: modelTurn },
  { name: 'of Claude', request: { provider: 'anthropic', model: 'claude-sonnet-4-5' }, messages: modelTurn },
  { name: 'of OpenAI', request: { provider: 'openai', model: 'gpt-5.2' }, messages: modelTurn },
  { name: 'of which OpenAI keeps the items', request: { provider: 'openai.responses' }, messages: itemsTurn },
]

const done = { state: 'done' }
const noted = (itemId: string): object => ({ providerMetadata: { openai: { itemId } } })

export const uiMessageRounds: readonly RoundRow[] = [
  {
    name: 'steps',
    messages: [
      {
        id: 'm1',
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          { ...reasoning, ...done },
          { type: 'tool-Read', state: 'output-available', toolCallId: 'call_1', input: { path: 'a' }, output: 'out' },
          { ...text, ...done },
        ],
      },
      { id: 'm2', role: 'user', parts: [text] },
    ],
  },
  {
    name: 'of which OpenAI keeps the items',
    request: { provider: 'openai.responses' },
    messages: [
      {
        id: 'm1',
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: '', ...noted('rs_1') },
          { ...reasoning, ...done, ...noted('rs_1') },
          {
            type: 'tool-Read',
            state: 'output-available',
            toolCallId: 'call_1',
            input: { path: 'a' },
            output: 'out',
            callProviderMetadata: { openai: { itemId: 'fc_1' } },
          },
          { ...text, ...done, ...noted('msg_1') },
        ],
      },
      { id: 'm2', role: 'user', parts: [{ ...text, ...noted('msg_2') }] },
    ],
  },
]
