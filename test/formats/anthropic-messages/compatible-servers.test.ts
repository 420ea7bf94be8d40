import { expect, test } from 'vitest'
import { diagnose, repair } from '../../../src/index.ts'
import { anthropicCompatible, createLinter } from '../../../src/linter.ts'

const user = (...content: unknown[]): unknown => ({ role: 'user', content })
const assistant = (...content: unknown[]): unknown => ({ role: 'assistant', content })
const said = { type: 'text', text: 'a' }
const thought = { type: 'thinking', thinking: 'b', signature: 'c' }
const refusal = (message: string): unknown => ({
  status: 400,
  error: { error: { type: 'invalid_request_error', message } },
})
const format = 'anthropic-messages'
const trailing = 'messages: final assistant content cannot end with trailing whitespace'

function pngHead(width: number, height: number): string {
  const head = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000080600000000000000', 'hex')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head.toString('base64')
}

test('Kimi is sent a name that it refuses, or a message of nothing but thinking', () => {
  const messages = [
    user(said),
    assistant({ type: 'tool_use', id: 'x', name: 'mcp.read file', input: {} }),
    user({ type: 'tool_result', tool_use_id: 'x', content: 'd' }),
    assistant(thought),
    user(said),
  ]
  const after = repair(messages as never, {
    format,
    request: { model: 'kimi-k2-thinking' },
    allow: 'synthesised',
  }).messages
  expect(JSON.stringify(after)).toContain('"name":"mcp_read_file"')
  expect(after).toHaveLength(4)
  expect(
    JSON.stringify(repair(messages as never, { format, request: { model: 'claude-opus-4-6' } }).messages),
  ).toContain('mcp.read file')
})

test('a message of nothing but thinking is passed on to Kimi where nothing else is wrong', () => {
  const list = [user(said), assistant({ ...thought, signature: 'EqQBCkYIARgCIkA'.padEnd(120, 'A') }), user(said)]
  for (const thinking of [undefined, { type: 'disabled' }, { type: 'enabled', budget_tokens: 1024 }]) {
    const request = { model: 'kimi-k2-thinking', ...(thinking && { thinking }) }
    const { messages } = repair(list as never, { format, request, allow: 'synthesised' })
    expect(JSON.stringify(messages)).not.toContain('thinking')
  }
})

test('a message of nothing but thinking stays where an error has told that it is empty', () => {
  const messages = [user(said), assistant({ ...thought, signature: 'EqQBCkYIARgCIkA'.padEnd(120, 'A') }), user(said)]
  const error = refusal("the message at position 1 with role 'assistant' must not be empty")
  expect(repair(messages as never, { format, error, allow: 'synthesised' }).messages).toEqual([user(said), user(said)])
})

test('a summary, a search result or a search of one provider stays in what another refuses without a reason', () => {
  const messages = [
    assistant({ type: 'compaction', content: 'the sum' }),
    user({ type: 'search_result', source: 'e', title: 'f', content: [{ type: 'text', text: 'found' }] }, said),
    assistant(
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'g' } },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
      said,
    ),
    user(said),
  ]
  const error = refusal('messages 参数非法。请检查文档。')
  const after = JSON.stringify(repair(messages as never, { format, error, allow: 'synthesised' }).messages)
  for (const type of ['compaction', 'search_result', 'server_tool_use', 'web_search_tool_result'])
    expect(after).not.toContain(`"${type}"`)
  for (const word of ['the sum', 'found', 'web_search']) expect(after).toContain(word)
})

const call = (id: string): unknown => ({ type: 'tool_use', id, name: 'read', input: {} })
const result = (id: string): unknown => ({ type: 'tool_result', tool_use_id: id, content: 'd' })
const thinkingOn = { type: 'enabled', budget_tokens: 1024 }

test.each([
  ['DeepSeek takes unsigned', { model: 'deepseek-v4-pro' }, { type: 'thinking', thinking: 'b' }],
  [
    'DeepSeek takes with an empty seal',
    { model: 'deepseek-v4-pro' },
    { type: 'thinking', thinking: 'b', signature: '' },
  ],
  ['Kimi takes unsigned', { model: 'kimi-k2.6', thinking: thinkingOn }, { type: 'thinking', thinking: 'b' }],
  ['GLM takes with an empty seal', { model: 'glm-5.2' }, { type: 'thinking', thinking: 'b', signature: '' }],
  ['MiniMax takes', { model: 'MiniMax-M2.7' }, { type: 'thinking', thinking: 'b', signature: '[none]' }],
])('thinking that %s goes', (_who, request, thinking) => {
  const messages = [
    user(said),
    assistant(thinking, call('x')),
    user(result('x')),
    assistant(thinking, said),
    user(said),
  ]
  for (const mend of [repair, createLinter({ formats: [anthropicCompatible] }).repair]) {
    const after = mend(messages as never, { format, request: { max_tokens: 9, ...request } })
    expect([after.messages, after.request]).toEqual([messages, undefined])
    expect(after.messages).toBe(messages)
  }
})

test('a vendor is not known by its host, where its server takes the names of models of Claude, or another one is', () => {
  const messages = [user(said), assistant({ type: 'thinking', thinking: 'b' }, said), user(said)]
  const request = { model: 'claude-opus-4-6' }
  for (const baseURL of ['https://api.z.ai/api/anthropic', 'https://api.deepseek.com/anthropic'])
    expect(repair(messages as never, { format, request, baseURL }).messages).toBe(messages)
  expect(repair(messages as never, { format, request, dialect: 'deepseek' }).messages).toBe(messages)
  for (const baseURL of [undefined, 'https://api.quartz.ai/v1'])
    expect(repair(messages as never, { format, request, ...(baseURL && { baseURL }) }).messages).not.toBe(messages)
})

test.each([
  ['kimi-k2.6', thinkingOn],
  ['kimi-k2.6', { type: 'adaptive' }],
  ['deepseek-v4-pro', undefined],
])('%s is asked to think where a call has lost its thinking', (model, thinking) => {
  const seal = '1'.repeat(120)
  const thoughts = { ...thought, signature: seal }
  const ask = (messages: unknown[], request: object): unknown =>
    repair(messages as never, { format, request: { model, max_tokens: 9, ...request } }).request
  const lost = [user(said), assistant(call('x')), user(result('x')), assistant(thoughts, said), user(said)]
  const kept = [user(said), assistant(thoughts, call('x')), user(result('x')), assistant(said), user(said)]
  const request = thinking && { thinking }
  expect(ask(lost, { ...request })).toEqual({ thinking: { type: 'disabled' } })
  expect(ask(kept, { ...request })).toBe(undefined)
  expect(ask(lost, { thinking: { type: 'disabled' } })).toBe(undefined)
})

test.each(['deepseek-v4-flash', 'deepseek/deepseek-v4-flash:free', 'kimi-k2-thinking'])(
  'a call of %s without thinking is a fault, though only the name of the model is known',
  (model) => {
    const messages = [user(said), assistant(call('x')), user(result('x')), assistant(said)]
    for (const purpose of ['stored', 'resumed'] as const)
      expect(diagnose(messages as never, { format, purpose, request: { model } }).ok).toBe(true)
    const thinking = { type: 'enabled' }
    const request = { model, thinking }
    expect(diagnose([...messages, user(said)] as never, { format, request }).faults).toMatchObject([
      { type: 'reasoning_content_missing' },
    ])
  },
)

test.each([
  ['MiniMax-M2.7', 'call_function-1', true],
  ['MiniMax-M2.7', 'functions.read:0', false],
  ['MiniMax-M2.7', ' call_1', false],
  ['MiniMax-M2.7', 'call_1 ', false],
  ['kimi-k2.6', 'functions.read:0', true],
  ['deepseek-v4-pro', 'functions.read:0', true],
])('%s refuses an id of a call that it takes, or takes one that it refuses: %j', (model, id, isTaken) => {
  const thinks = { type: 'thinking', thinking: 'b', signature: '' }
  const messages = [user(said), assistant(thinks, call(id)), user(result(id)), assistant(said), user(said)]
  const { messages: after } = repair(messages as never, { format, request: { model } })
  expect(after === messages).toBe(isTaken)
})

test('the name that Kimi gave a call is changed, or a blank one stays', () => {
  const messages = [user(said), assistant(call('functions.read:0')), user(result('functions.read:0'))]
  expect(repair(messages as never, { format, request: { model: 'kimi-k2.6' } }).messages).toBe(messages)
  const blank = [user(said), assistant(call(' \n')), user(result(' \n'))]
  expect(diagnose(blank as never, { format, request: { model: 'kimi-k2.6' } }).ok).toBe(false)
})

test.each([
  ['https://kimico.services.ai.azure.com/anthropic', 'claude-opus-5-5'],
  ['https://gw.example.com/minimax-team/anthropic', 'claude-opus-5-5'],
  ['https://gw.example.com/mimosa/v1/messages', 'claude-opus-5-5'],
  ['https://notdeepseek.com/anthropic', 'claude-opus-5-5'],
  ['https://vertex.example.com/projects/qwen-vs-claude/models/claude-sonnet-4-5:rawPredict', undefined],
  ['https://gw.example.com/anthropic', 'claude-opus-5-5-vs-qwen'],
  ['https://gw.example.com/anthropic', 'mimosa-1'],
])('the letters of a vendor in %s, or %s, are taken for the vendor', (baseURL, model) => {
  const known = { format, baseURL, request: { ...(model && { model }) } } as const
  const unsigned = [user(said), assistant({ type: 'thinking', thinking: 'b' }, said), user(said)]
  expect(diagnose(unsigned as never, known).faults).toMatchObject([{ type: 'thinking_signature_missing' }])
  const instructed = [user(said), { role: 'system', content: 'Be brief.' }]
  expect(repair(instructed as never, known).messages).toBe(instructed)
})

test.each([
  ['https://api.z.ai/api/anthropic', 'claude-opus-4-6'],
  ['https://api.minimaxi.com/anthropic/v1/messages', 'claude-opus-4-6'],
  ['https://coding-intl.dashscope.aliyuncs.com/apps/anthropic', 'claude-opus-4-6'],
  ['https://api.xiaomimimo.com/anthropic', undefined],
  ['https://api.longcat.chat/anthropic', undefined],
  ['https://gw.example.com/anthropic', 'xiaomi/MiMo-v2-flash'],
  ['https://gw.example.com/anthropic', 'LongCat-Flash-Chat'],
])('a vendor at %s with %s is not known', (baseURL, model) => {
  const messages = [user(said), assistant({ type: 'thinking', thinking: 'b' }, said), user(said)]
  expect(repair(messages as never, { format, baseURL, request: { ...(model && { model }) } }).messages).toBe(messages)
})

test.each([
  ['DeepSeek signed with the id of its message', '9b2c1c0e-1b7a-4f3e-8a55-0c1d2e3f4a5b', 'deepseek-v4-pro'],
  ['MiniMax signed with a hash', '9b2c1c0e'.repeat(8), 'MiniMax-M2.7'],
])('thinking that %s goes to Claude', (_, signature, model) => {
  const seal = { ...thought, signature }
  const messages = [user(said), assistant(seal, said), user(said), assistant(seal, said), user(said)]
  const known = { format, request: { model: 'claude-sonnet-4-5' } } as const
  expect(diagnose(messages as never, known).faults).toMatchObject([
    { type: 'thinking_signature_invalid', at: { messageIndex: 1 } },
    { type: 'thinking_signature_invalid', at: { messageIndex: 3 } },
  ])
  expect(JSON.stringify(repair(messages as never, known).messages)).not.toContain('signature')
  expect(diagnose(messages as never, { format, request: { model } }).ok).toBe(true)
})

test.each(['glm-5.2', 'MiniMax-M3'])('%s is sent instructions within the list', (model) => {
  const messages = [user(said), { role: 'system', content: 'Be brief.' }, assistant(said), user(said)]
  const { messages: after } = repair(messages as never, { format, request: { model } })
  expect(after.some((message) => (message as { role: string }).role === 'system')).toBe(false)
  expect(JSON.stringify(after)).toContain('Be brief.')
})

test.each(['kimi-k2.6', 'deepseek-v4-flash', 'glm-5.2', 'MiniMax-M2.7', 'qwen3-max'])(
  'of two answers in a row to %s the first is not answered right behind itself',
  (model) => {
    const messages = [user(said), assistant(call('x')), assistant(said), user(said)]
    const { messages: after } = repair(messages as never, {
      format,
      request: { model, thinking: { type: 'disabled' } },
    })
    expect(after.map((message) => (message as { role: string }).role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ])
    expect(JSON.stringify(after[2])).toContain('"tool_use_id":"x"')
  },
)

const nameOf = (name: string): unknown => ({ ...(call('x') as object), name })
const blank = { type: 'text', text: '' }

test.each([
  ['begins with the model', [assistant(said), user(said)]],
  ['ends with the model and a blank', [user(said), assistant({ type: 'text', text: 'Sure ' })]],
  ['holds an empty text beside another', [user(blank, said), assistant(said, blank), user(said)]],
  ['names a tool at length', [user(said), assistant(nameOf('n'.repeat(210))), user(result('x'))]],
  ['gives a call the id of another vendor', [user(said), assistant(call('a:1 b|c')), user(result('a:1 b|c'))]],
  ['has a field of its own on a block', [user(said), assistant({ ...said, index: 0 }), user(said)]],
  ['has a field of its own on a message', [user(said), { role: 'assistant', content: [said], id: 'm' }, user(said)]],
  ['is marked five times', Array.from({ length: 5 }, () => user({ ...said, cache_control: { type: 'ephemeral' } }))],
])('a conversation that %s is changed for a vendor that answers it, or passes at Claude', (_what, messages) => {
  const list = messages as never
  expect(repair(list, { format, request: { model: 'deepseek-v4-flash' } }).messages).toBe(messages)
  expect(repair(list, { format, request: { model: 'claude-opus-4-6' }, allow: 'lossy' }).messages).not.toBe(messages)
})

test('a further result stays beside the first one where it is refused, or goes where it is taken', () => {
  const twice = [user(said), assistant(call('x')), user(result('x'), { ...(result('x') as object), content: 'e' })]
  const after = (model: string): unknown => repair(twice as never, { format, request: { model } }).messages
  for (const model of ['glm-5.2', 'kimi-k2.6']) expect(after(model)).toBe(twice)
  for (const model of ['deepseek-v4-flash', 'MiniMax-M2.7']) expect(after(model)).not.toBe(twice)
})

test.each(['kimi-k2.6', 'glm-5.2', 'MiniMax-M2.7', 'deepseek-v4-flash'])(
  'an answer of nothing stays in front of %s',
  (model) => {
    const messages = [user(said), assistant(said), user(said), assistant(blank), user(said)]
    const { messages: after } = repair(messages as never, { format, request: { model } })
    expect(after).toEqual(messages.filter((_, index) => index !== 3))
  },
)

test('what is in front of a result that may wait is moved', () => {
  const messages = [user(said), assistant(call('x')), assistant(said), user(result('x'))]
  expect(repair(messages as never, { format, request: { model: 'MiniMax-M2.7' } }).messages).toBe(messages)
})

test('a picture stays where DeepSeek has told that it reads none', () => {
  const picture = { type: 'image', source: { type: 'url', url: 'https://a.io/b.png' } }
  const error = refusal(
    'Failed to deserialize the JSON body into the target type: messages[0].content[1]: unknown variant `image`, expected one of `text`, `thinking`, `tool_use` at line 1 column 9',
  )
  const request = { model: 'deepseek-v4-pro' }
  const after = repair([user(said, picture)] as never, { format, request, error, allow: 'lossy' })
  expect(after.loss).toBe('lossy')
  expect(JSON.stringify(after.messages)).not.toContain('"image"')
})

test.each([
  ['is not there', { type: 'tool_result', tool_use_id: 'x' }, 'tool_result.content: Field required'],
  ['is an empty text', { type: 'tool_result', tool_use_id: 'x', content: '' }, 'tool_result.content: cannot be empty'],
  [
    'is an empty list',
    { type: 'tool_result', tool_use_id: 'x', content: [] },
    'tool_result.content: List should have at least 1 item after validation, not 0',
  ],
])('a result whose content %s stays where a gateway has told that it must say something', (_what, silent, message) => {
  const messages = [user(said), assistant(call('x')), user(silent), assistant(said), user(said)]
  expect(repair(messages as never, { format }).messages).toBe(messages)
  const told = (text: string): unknown =>
    repair(messages as never, { format, error: refusal(`messages.2.content.0.${text}`) }).messages[2]
  const content = '[session-recovery] This tool call returned no output.'
  expect(told(message)).toEqual(user({ type: 'tool_result', tool_use_id: 'x', content }))
  expect(told('tool_result: content cannot be empty if `is_error` is true')).toBe(messages[2])
})

const five = Array.from({ length: 5 }, () => user({ ...said, cache_control: { type: 'ephemeral' } }))
const strange = { role: 'assistant', content: [said], id: 'm' }
const wide = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pngHead(9000, 10) } }
const summary = { type: 'compaction', content: 'the sum' }

/** What each of the open rules lets pass, and how it is refused where a server asks it after all; those that say nothing mean any of it. */
const openRules: readonly (readonly [what: string, messages: readonly unknown[], ...told: readonly string[]])[] = [
  ['begins with the model', [assistant(said), user(said)], 'First message must be from user'],
  ['ends with the model', [user(said), assistant(said)], 'The last message must be from the user'],
  ['ends with a blank', [user(said), assistant({ type: 'text', text: 'Sure ' })], trailing],
  [
    'holds an empty text',
    [user(blank, said), assistant(said, blank), user(said)],
    'Invalid request: text content is empty',
    'messages: text content blocks must be non-empty',
  ],
  [
    'holds a message of nothing',
    [user(said), assistant(said), { role: 'user', content: '' }, assistant(said), user(said)],
    "the message at position 2 with role 'user' must not be empty",
    'chat content is empty (2013)',
    'messages.2: user messages must have non-empty content',
  ],
  [
    'names a tool at length',
    [user(said), assistant(nameOf('n'.repeat(210))), user(result('x'))],
    'messages.1.content.0.tool_use.name: String should have at most 200 characters',
  ],
  [
    'gives a call the id of another vendor',
    [user(said), assistant(call('a:1 b|c')), user(result('a:1 b|c'))],
    "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    'tool call id is invalid (2013)',
  ],
  [
    'has a field of its own on a block',
    [user(said), assistant({ ...said, index: 0 }), user(said)],
    'messages.1.content.0.text.index: Extra inputs are not permitted',
    'messages[1].content[0]: unknown field `index`, expected one of `type`, `text`',
  ],
  [
    'has a field of its own on a message',
    [user(said), strange, user(said)],
    'messages.1.id: Extra inputs are not permitted',
  ],
  ['is marked five times', five, 'A maximum of 4 blocks with cache_control may be provided. Found 5.'],
  [
    'answers a call twice',
    [user(said), assistant(call('x')), user(result('x'), { ...(result('x') as object), content: 'e' })],
    'messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: x',
    "Duplicate value for 'tool_call_id' of x in message[3]",
  ],
  [
    'sums up in the middle',
    [user(said), assistant(said, summary, said), user(said)],
    'messages[1].content[1]: unknown variant `compaction`, expected one of `text`, `image`, `tool_use`',
  ],
  [
    'shows a large picture',
    [user(said, wide)],
    'messages.0.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels',
  ],
]

test.each(
  openRules.flatMap(([what, messages, ...told]) =>
    [...told, 'messages 参数非法。请检查文档。'].map((message) => [what, message, messages] as const),
  ),
)('a conversation that %s goes again unchanged though it was refused: %s', (_what, message, messages) => {
  const unmended = ['deepseek-v4-flash', 'kimi-k2.6', 'glm-5.2', 'MiniMax-M2.7', 'qwen3-max', 'mimo-v2-flash'].filter(
    (model) => {
      const known = { format, allow: 'lossy', request: { model, thinking: { type: 'disabled' } } } as const
      const first = repair(messages as never, known).messages
      // What the vendor is known to ask is mended before the first request.
      return first === messages && !repair(first as never, { ...known, error: refusal(message) }).changed
    },
  )
  expect(unmended).toEqual([])
})

test.each([
  [
    'langchain',
    'anthropic',
    [
      { type: 'ai', content: 'a' },
      { type: 'human', content: 'b' },
    ],
  ],
  [
    'ai-sdk',
    'anthropic.messages',
    [
      { role: 'assistant', content: 'a' },
      { role: 'user', content: 'b' },
    ],
  ],
] as const)('behind %s a refusal without a reason means nothing that Claude asks', (framework, provider, messages) => {
  const known = { format: framework, request: { provider, model: 'glm-5.2' } } as const
  expect(repair(messages as never, known).messages).toBe(messages)
  const error = refusal('messages 参数非法。请检查文档。')
  expect(repair(messages as never, { ...known, error }).faults).toMatchObject([{ type: 'role_order' }])
})
