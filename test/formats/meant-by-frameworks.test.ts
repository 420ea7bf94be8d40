import { expect, test } from 'vitest'
import { repair } from '../../src/repair/repair.ts'
import type { MeantRow } from './meant-row.ts'

const user = { role: 'user', content: 'a' }
const call = { id: 'x', name: 'f', args: {} }
const claude = { provider: 'anthropic', model: 'claude-sonnet-4-5' }
const openai = { provider: 'openai', model: 'gpt-4o' }
const overChat = { provider: 'openai.chat', model: 'gpt-4o' }
const overResponses = { provider: 'azure.responses', model: 'a-deployment' }
const overClaude = { provider: 'anthropic.messages', model: 'claude-sonnet-4-5' }
const blank = { type: 'text', text: ' ' }
const thinks = (signature: string): object => ({
  role: 'assistant',
  content: [
    { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature } } },
    { type: 'text', text: 'b' },
  ],
})
const gives = (...value: object[]): object => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'x', toolName: 'f', output: { type: 'content', value } }],
})
const calls = (toolCallId: string, toolName = 'f'): object => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId, toolName, input: {} }],
})
const answers = (toolCallId: string, value: string): object => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId, toolName: 'f', output: { type: 'text', value } }],
})

/** What was stored, what a framework's own package then sends, and what of the request decides. */
const rows: readonly MeantRow[] = [
  [
    'words stand in the place of an image',
    'ai-sdk',
    [{ role: 'user', content: [{ type: 'file', data: '[image removed]', mediaType: 'image/png' }] }],
    [{ content: [{ type: 'text', text: expect.stringContaining('is not there') }] }],
  ],
  [
    'a plain message of a function is none that LangChain makes',
    'langchain',
    [user, { role: 'assistant', content: 'b' }, { role: 'function', content: 'c' }],
    [{}, {}, { role: 'user', content: 'c' }],
  ],
  [
    'the block that is sent for a call has lost its name or its input',
    'langchain',
    [
      user,
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'x', name: '', input: { a: 1 } },
          { type: 'tool_use', id: 'y', name: 'g' },
        ],
        tool_calls: [
          { id: 'x', name: 'f', args: { a: 1 } },
          { id: 'y', name: 'g', args: { b: 2 } },
        ],
      },
      { role: 'tool', tool_call_id: 'x', content: 'r' },
      { role: 'tool', tool_call_id: 'y', content: 's' },
    ],
    [{}, { content: [{ name: 'f' }, { input: { b: 2 } }] }, {}, {}],
    claude,
  ],
  [
    'thinking stands behind a call in the content that is sent',
    'langchain',
    [
      user,
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'x', name: 'f', input: {} },
          { type: 'thinking', thinking: 't', signature: 'c2ln' },
        ],
        tool_calls: [{ id: 'x', name: 'f', args: {} }],
      },
      { role: 'tool', tool_call_id: 'x', content: 'r' },
    ],
    [{}, { content: [{ type: 'tool_use', id: 'x' }] }, {}],
    claude,
  ],
  [
    'words stand in the place of a signature that is sent as it is',
    'langchain',
    [
      user,
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 't', signature: '[redacted]' },
          { type: 'text', text: 'b' },
        ],
      },
      user,
    ],
    [user, { content: [{ type: 'text', text: 'b' }] }, user],
    claude,
  ],
  [
    'a system message stands between, where the model takes none',
    'langchain',
    [user, { role: 'assistant', content: 'b' }, { role: 'system', content: 's' }, user],
    [{}, {}, { role: 'user' }, {}],
    claude,
  ],
  [
    'a text without a type is left out of what is sent',
    'langchain',
    [
      { role: 'user', content: [{ text: 'a' }] },
      { role: 'assistant', content: '', tool_calls: [call] },
    ].concat({ role: 'tool', tool_call_id: 'x', content: [{ text: 'r' }, { type: 'tool_reference' }] } as never),
    [{ content: [{ type: 'text', text: 'a' }] }, {}, { content: [{ type: 'text', text: 'r' }, {}] }],
  ],
  [
    'nothing is sent of a message, for only the program knows its parts',
    'langchain',
    [{ role: 'user', content: [{ type: 'card', value: 'a' }] }, { role: 'assistant', content: 'b' }, user],
    [{ content: [{ type: 'text', text: expect.stringContaining('a') }] }, {}, user],
    claude,
  ],
  [
    'a blank text in a result is refused as one that is said',
    'langchain',
    [
      user,
      { role: 'assistant', content: '', tool_calls: [call, { ...call, id: 'y' }] },
      { role: 'tool', tool_call_id: 'x', content: [blank, { type: 'text', text: 'r' }] },
      { role: 'tool', tool_call_id: 'y', content: [blank] },
    ],
    [{}, {}, { content: [{ type: 'text', text: 'r' }] }, { content: '' }],
    claude,
  ],
  [
    'the block that is sent for a call gets its input under another name',
    'langchain',
    [
      user,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'x', name: 'f' }] },
      { role: 'tool', tool_call_id: 'x', content: 'r' },
    ],
    [user, { content: [{ type: 'tool_use', input: {} }] }, {}],
    claude,
  ],
  [
    'a message that calls a tool has lost its role',
    'langchain',
    [user, { content: '', tool_calls: [call] }, { role: 'tool', tool_call_id: 'x', content: 'r' }],
    [user, { role: 'assistant', tool_calls: [call] }, { role: 'tool', content: 'r' }],
  ],
  [
    'a blank text in a result is refused as one that is said',
    'ai-sdk',
    [user, calls('x'), gives(blank, { type: 'text', text: 'r' }), calls('x'), gives(blank)],
    [user, {}, gives({ type: 'text', text: 'r' }), {}, answers('x', '')],
    overClaude,
  ],
  [
    'words stand in the place of a signature that Anthropic reads',
    'ai-sdk',
    [user, thinks('[REDACTED]'), user, thinks('c2ln'), user],
    [user, { content: [{ type: 'text', text: 'b' }] }, user, { content: [{ type: 'reasoning' }, {}] }, user],
    overClaude,
  ],
  [
    'a prefill ends in white space that nobody trims',
    'langchain',
    [user, { role: 'assistant', content: 'Sure ' }],
    [user, { content: 'Sure' }],
    claude,
  ],
  [
    'null beside calls becomes an empty list on its way to OpenAI',
    'langchain',
    [user, { role: 'assistant', content: null, tool_calls: [call] }, { role: 'tool', tool_call_id: 'x', content: [] }],
    [user, { content: '' }, { content: expect.stringContaining('[session-recovery]') }],
    openai,
  ],
  [
    'a name has letters that OpenAI refuses for its own models',
    'ai-sdk',
    [user, calls('x', 'mcp.read'), answers('x', 'r')],
    [user, { content: [{ toolName: 'mcp_read' }] }, {}],
    overChat,
  ],
  [
    'results wait behind an answer that is sent as a message of its own',
    'ai-sdk',
    [user, calls('x'), { role: 'assistant', content: 'b' }, answers('x', 'r'), user],
    [user, {}, answers('x', 'r'), { content: 'b' }, user],
    overChat,
  ],
  [
    'two calls of a list that goes out as items have one id',
    'ai-sdk',
    [user, calls('x'), answers('x', 'r'), user, calls('x'), answers('x', 's'), user],
    [
      user,
      calls('x'),
      answers('x', 'r'),
      user,
      { content: [{ toolCallId: expect.stringMatching(/^(?!x$)/) }] },
      {},
      {},
    ],
    overResponses,
  ],
]

/** Another server behind the same package may take what OpenAI refuses. */
test.each([overChat, { ...overResponses, provider: 'other.responses' }])('%j', (request) => {
  const list = [user, calls('x', 'mcp.read'), { role: 'assistant', content: 'b' }, answers('x', 'r'), user]
  expect(repair(list, { format: 'ai-sdk', request: { ...request, model: 'llama-4' } }).messages).toBe(list)
})

test.each(rows)('%s: %s', (_what, format, before, after, request = {}) => {
  const { messages, ok } = repair(before, { format, request })
  expect(ok).toBe(true)
  expect(messages).toMatchObject(after)
  expect(repair(messages, { format, request }).messages).toBe(messages)
})
