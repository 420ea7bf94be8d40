import { describe, expect, test } from 'vitest'
import { diagnose } from '../../../src/repair/diagnose.ts'
import type { RepairOptions } from '../../../src/repair/repair-options.ts'
import { repair } from '../../../src/repair/repair.ts'

type Message = Record<string, unknown>
type Target = Partial<RepairOptions>

const user = (content: string): Message => ({ role: 'user', content })
const says = (content: string, more: Message = {}): Message => ({ role: 'assistant', content, ...more })
const round = (id: string, name = 'read', input: unknown = '{}'): Message[] => [
  { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: { name, arguments: input } }] },
  { role: 'tool', tool_call_id: id, content: 'A' },
]
const unknown = { baseURL: 'https://llm.example.com/v1', request: { model: 'my-model' } }
const local = (model: string): Target => ({ dialect: 'vllm', request: { model } })
const longId = `chatcmpl-tool-${'f'.repeat(32)}`
const tooLong = (at: number): string =>
  `Invalid 'messages[${at}].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 46 instead.`
const emptyCalls =
  "Invalid 'messages[1].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead."
const nullCalls = "Invalid type for 'messages[1].tool_calls': expected an array of objects, but got null instead."
const emptyList =
  "Invalid 'messages[0].content': empty array. Expected an array with minimum length 1, but got an empty array instead."
const twice = (at: number): string => `Duplicate value for 'tool_call_id' of c in message[${at}]`
const pair = (id: string): Message[] => [
  {
    role: 'assistant',
    content: null,
    tool_calls: ['read', 'write'].map((name) => ({ id, type: 'function', function: { name, arguments: '{}' } })),
  },
  { role: 'tool', tool_call_id: id, content: 'A' },
  { role: 'tool', tool_call_id: id, content: 'B' },
]
const [ask, { type: _type, ...typeless }] = [
  user('a'),
  { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } },
]
const untyped = [
  ask,
  { role: 'assistant', content: null, tool_calls: [typeless] },
  { role: 'tool', tool_call_id: 'c', content: 'A' },
]
const alternate = 'Conversation roles must alternate user/assistant/user/assistant/...'
const atBeginning = 'Jinja Exception: System message must be at the beginning.'

/** What these servers answer, and what repairs it when one of them refuses it after all: messages by index, `none` for no list of calls. */
const rows: readonly (readonly [
  what: string,
  target: object,
  messages: readonly Message[],
  error: string,
  repaired: object,
])[] = [
  [
    'a long id where nobody is known',
    unknown,
    [user('a'), ...round(longId)],
    tooLong(1),
    { 1: { tool_calls: [{ id: expect.stringMatching(/^.{40}$/) }] } },
  ],
  [
    'a long id at DeepSeek',
    { dialect: 'deepseek' },
    [user('a'), ...round(longId)],
    tooLong(1),
    { 1: { tool_calls: [{ id: expect.stringMatching(/^.{40}$/) }] } },
  ],
  [
    'two long ids at Groq',
    { dialect: 'groq' },
    [user('a'), ...round(longId), says('x'), user('b'), ...round(`${longId}2`)],
    tooLong(1),
    {
      1: { tool_calls: [{ id: expect.stringMatching(/^.{40}$/) }] },
      5: { tool_calls: [{ id: expect.stringMatching(/^.{40}$/) }] },
    },
  ],
  [
    'a name with a dot where nobody is known',
    unknown,
    [user('a'), ...round('c', 'mcp.read')],
    "Invalid 'messages[1].tool_calls[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    { 1: { tool_calls: [{ function: { name: 'mcp_read' } }] } },
  ],
  [
    'a name with a dot at xAI',
    { dialect: 'xai' },
    [user('a'), ...round('c', 'mcp.read')],
    "Invalid 'messages[1].tool_calls[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    { 1: { tool_calls: [{ function: { name: 'mcp_read' } }] } },
  ],
  ...(['deepseek', 'moonshot', 'groq', 'xai', 'qwen', 'zhipu', 'minimax'] as const).map(
    (dialect) =>
      [
        `null for the calls at ${dialect}`,
        { dialect },
        [user('a'), says('x', { tool_calls: null }), user('b')],
        nullCalls,
        { 1: { tool_calls: 'none' } },
      ] as const,
  ),
  [
    'no calls in the list of calls at Groq',
    { dialect: 'groq' },
    [user('a'), says('x', { tool_calls: [] }), user('b')],
    emptyCalls,
    { 1: { tool_calls: 'none' } },
  ],
  [
    'a list of nothing at Groq',
    { dialect: 'groq' },
    [{ role: 'user', content: [] }, user('b')],
    emptyList,
    { 0: { content: 'b' } },
  ],
  [
    'a name that is null at DeepSeek',
    { dialect: 'deepseek' },
    [{ ...user('a'), name: null }],
    "Invalid type for 'messages[0].name': expected a string, but got null instead.",
    { 0: { content: 'a' } },
  ],
  [
    'one id for two calls at xAI',
    { dialect: 'xai' },
    [user('a'), ...pair('c')],
    twice(1),
    { 1: { tool_calls: [{ id: 'c' }, { id: expect.stringMatching(/^(?!c$)/) }] }, 3: { content: 'B' } },
  ],
  [
    'one id in two turns at DeepSeek',
    { dialect: 'deepseek', request: { model: 'deepseek-chat' } },
    [user('a'), ...round('c'), says('x'), user('b'), ...round('c', 'write')],
    twice(5),
    { 5: { tool_calls: [{ id: expect.stringMatching(/^(?!c$)/) }] } },
  ],
  [
    'one id in two turns at Kimi',
    { dialect: 'moonshot', request: { model: 'kimi-k2' } },
    [user('a'), ...round('write:4'), says('x'), user('b'), ...round('write:4', 'write')],
    'Invalid request: tool call id write:4 is duplicated',
    { 5: { tool_calls: [{ id: expect.stringMatching(/^(?!write:4$)/) }] } },
  ],
  [
    'a second result at xAI',
    { dialect: 'xai' },
    [user('a'), ...round('c'), { role: 'tool', tool_call_id: 'c', content: 'A' }, user('b')],
    twice(3),
    { 3: { role: 'user', content: 'b' } },
  ],
  [
    'an empty reasoning at the first thinking Kimi',
    { dialect: 'moonshot', request: { model: 'kimi-k2-thinking' } },
    [user('a'), { ...round('c')[0], reasoning_content: '' }, round('c')[1]!],
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
    { 1: { reasoning_content: expect.stringMatching(/\w/) } },
  ],
  [
    'no calls in the list of calls',
    unknown,
    [user('a'), says('x', { tool_calls: [] }), user('b')],
    emptyCalls,
    { 1: { tool_calls: 'none' } },
  ],
  [
    'no calls in the list of a server of one’s own',
    local('qwen3-32b'),
    [user('a'), says('x', { tool_calls: [] }), user('b')],
    emptyCalls,
    { 1: { tool_calls: 'none' } },
  ],
  [
    'two turns of the user in a row, to Llama 3',
    local('meta-llama/Llama-3.3-70B-Instruct'),
    [user('a'), user('b')],
    alternate,
    { 0: { content: 'a\n\nb' } },
  ],
  [
    'two answers in a row, to gpt-oss',
    local('openai/gpt-oss-120b'),
    [user('a'), says('x'), says('y'), user('b')],
    alternate,
    { 1: { content: 'x\n\ny' } },
  ],
  [
    'a system message in the middle, to Llama 3',
    local('llama3.2:3b'),
    [user('a'), says('x'), { role: 'system', content: 's' }, user('b')],
    atBeginning,
    { 2: { role: 'user', content: 's' } },
  ],
  [
    'a system message in the middle, to what DeepSeek has distilled',
    local('deepseek-ai/DeepSeek-R1-Distill-Qwen-32B'),
    [user('a'), says('x'), { role: 'system', content: 's' }, user('b')],
    atBeginning,
    { 2: { role: 'user', content: 's' } },
  ],
  [
    'two turns of the user in a row, to Phi 4',
    local('phi4:14b'),
    [user('a'), user('b')],
    alternate,
    { 0: { content: 'a\n\nb' } },
  ],
  [
    'a system message in the middle, to Qwen 3',
    local('Qwen/Qwen3-32B'),
    [user('a'), says('x'), { role: 'system', content: 's' }, user('b')],
    atBeginning,
    { 2: { role: 'user', content: 's' } },
  ],
  [
    'an empty answer, to a server of one’s own',
    local('my-model'),
    [user('a'), says(''), user('b')],
    "Assistant message must contain either 'content' or 'tool_calls'!",
    { 0: { content: 'a\n\nb' } },
  ],
  [
    'arguments as an object, to Mistral',
    { dialect: 'mistral' },
    [user('a'), ...round('abcDEF123', 'read', { path: 'a' })],
    "Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, but got an object instead.",
    { 1: { tool_calls: [{ function: { arguments: '{"path":"a"}' } }] } },
  ],
  [
    'arguments that are null, to Mistral',
    { dialect: 'mistral' },
    [user('a'), ...round('abcDEF123', 'read', null)],
    "Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, but got null instead.",
    { 1: { tool_calls: [{ function: { arguments: '{}' } }] } },
  ],
  [
    'a call without a type at Ollama',
    { dialect: 'ollama' },
    untyped,
    "Missing required parameter: 'messages[1].tool_calls[0].type'.",
    { 1: { tool_calls: [{ type: 'function' }] } },
  ],
]

describe('a history that is odd, and taken by the server,', () => {
  test.each(rows)('is changed: %s', (_what, target, messages) => {
    const result = repair(messages, { format: 'openai-chat', ...target })
    expect(result.messages).toBe(messages)
    expect(diagnose(messages, { format: 'openai-chat', ...target })).toEqual({ ok: true, faults: [] })
  })

  test.each(rows)('is not repaired when it is refused after all: %s', (_what, target, messages, message, repaired) => {
    const result = repair(messages, { format: 'openai-chat', ...target, error: { status: 400, error: { message } } })
    const shown = result.messages.map((raw) => ({ tool_calls: 'none', ...(raw as Message) }))
    expect({ ...shown }).toMatchObject(repaired)
  })
})

/** What is refused for certain, beside what is not. */
const refused: readonly (readonly [what: string, target: Target, messages: readonly Message[], type: string])[] = [
  ['a long id at OpenAI', { dialect: 'openai' }, [user('a'), ...round(longId)], 'tool_call_id_invalid'],
  ['a long id where nothing is told', {}, [user('a'), ...round(longId)], 'tool_call_id_invalid'],
  ['a long id at Azure', { dialect: 'azure' }, [user('a'), ...round(longId)], 'tool_call_id_invalid'],
  ['a long id at Copilot', { dialect: 'github-copilot' }, [user('a'), ...round(longId)], 'tool_call_id_invalid'],
  [
    'a long id to OpenAI through OpenRouter',
    { dialect: 'openrouter', request: { model: 'openai/gpt-5.2' } },
    [user('a'), ...round(longId)],
    'tool_call_id_invalid',
  ],
  ['null for the calls at OpenAI', {}, [user('a'), says('x', { tool_calls: null })], 'tool_calls_malformed'],
  [
    'no calls in the list of calls at DeepSeek',
    { dialect: 'deepseek' },
    [user('a'), says('x', { tool_calls: [] })],
    'tool_calls_malformed',
  ],
  ['a call without a type at llama.cpp', { dialect: 'llama.cpp' }, untyped, 'content_block_invalid'],
  ['a name that is null at OpenAI', {}, [{ ...user('a'), name: null }], 'content_block_invalid'],
  ['one id for two calls at Kimi', { dialect: 'moonshot' }, [user('a'), ...pair('c')], 'tool_call_id_duplicate'],
  [
    'a second result at Azure',
    { dialect: 'azure' },
    [user('a'), ...round('c'), { role: 'tool', tool_call_id: 'c', content: 'A' }],
    'tool_result_duplicate',
  ],
  [
    'half an input at MiniMax',
    { dialect: 'minimax' },
    [user('a'), ...round('c', 'read', '{"a":')],
    'tool_call_input_invalid',
  ],
  [
    'a second system message, to Qwen 3.6',
    local('Qwen/Qwen3.6-27B'),
    [{ role: 'system', content: 's' }, { role: 'system', content: 't' }, user('a')],
    'role_alternation',
  ],
  [
    'reasoning as a list at DeepSeek',
    { dialect: 'deepseek' },
    [user('a'), says('x', { reasoning_content: ['Hm.'] }), user('b')],
    'content_block_invalid',
  ],
  [
    'an empty reasoning at Kimi K2.6',
    { dialect: 'moonshot', request: { model: 'kimi-k2.6' } },
    [user('a'), { ...round('c')[0], reasoning_content: '' }, round('c')[1]!],
    'reasoning_content_missing',
  ],
  ['an empty id where nobody is known', unknown, [user('a'), ...round('')], 'tool_call_id_invalid'],
  ['a name with a dot at OpenAI', { dialect: 'openai' }, [user('a'), ...round('c', 'a.b')], 'tool_call_name_invalid'],
  ['two turns of the user, to Gemma', local('gemma-3-27b-it'), [user('a'), user('b')], 'role_alternation'],
  ['two turns of the user, to who knows which', local('my-model'), [user('a'), user('b')], 'role_alternation'],
  [
    'a system message in the middle, to Qwen 3.5',
    local('qwen3.5:4b'),
    [user('a'), says('x'), { role: 'system', content: 's' }, user('b')],
    'role_invalid',
  ],
  [
    'a system message in the middle, to gpt-oss, which reads none there',
    local('gpt-oss:20b'),
    [user('a'), says('x'), { role: 'system', content: 's' }, user('b')],
    'role_invalid',
  ],
  [
    'an empty answer, to Mistral',
    local('mistral-small:24b'),
    [user('a'), says(''), user('b')],
    'empty_content_message',
  ],
  [
    'arguments as an object, to Mistral behind OpenRouter',
    { dialect: 'openrouter', request: { model: 'mistralai/devstral' } },
    [user('a'), ...round('abcDEF123', 'read', { path: 'a' })],
    'tool_call_input_invalid',
  ],
  [
    'arguments that are a list, to Mistral',
    { dialect: 'mistral' },
    [user('a'), ...round('abcDEF123', 'read', [1])],
    'tool_call_input_invalid',
  ],
]

describe('a history that is refused', () => {
  test.each(refused)('is left as it is: %s', (_what, target, messages, type) => {
    const { faults, messages: repaired } = repair(messages, { format: 'openai-chat', ...target })
    expect(faults[0]).toMatchObject({ type })
    expect(repaired).not.toBe(messages)
  })
})
