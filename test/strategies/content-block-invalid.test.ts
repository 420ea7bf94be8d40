import { expect, test } from 'vitest'
import { diagnose } from '../../src/repair/diagnose.ts'
import { repair } from '../../src/repair/repair.ts'
import type { Refusal } from '../../src/lint/refusal.ts'
import { itemInvalid } from '../../src/strategies/extensions/item-invalid.ts'
import type { Block } from '../../src/transcript/transcript.ts'
import { tinyPng } from '../../src/testing/provider/shared/tiny-images.ts'
import { assistant, image, refusal, testOnAnthropic, text, user } from './anthropic.ts'

const dot = tinyPng().data

testOnAnthropic({
  type: 'content_block_invalid',
  finds: {
    'an unknown type': {
      broken: [user({ type: 'input_text', text: 'a' }), assistant(text('b'))],
      repaired: [user(text('a')), assistant(text('b'))],
      at: [0, 0],
      loss: 'synthesised',
    },
    'a string among blocks': {
      broken: [user(text('a'), 'plain'), assistant(text('b'))],
      repaired: [user(text('a'), text('plain')), assistant(text('b'))],
      at: [0, 1],
      loss: 'synthesised',
    },
    'content that is an object': {
      broken: [{ role: 'user', content: { type: 'text', text: 'a' } }, assistant(text('b'))],
      repaired: [user(text('a')), assistant(text('b'))],
      at: [0],
    },
    'an image of the assistant': {
      broken: [user('a'), assistant(text('b'), image(dot)), user('c'), assistant(text('d'))],
      repaired: [user('a'), assistant(text('b')), user(image(dot), text('c')), assistant(text('d'))],
      at: [1, 1],
    },
  },
  nearMisses: { 'an image of the user': [user(image(dot), text('a'))] },
})

const written = (title?: string): object => ({
  type: 'document',
  source: { type: 'text', media_type: 'text/plain', data: 'Hello.' },
  ...(title !== undefined && { title }),
})
const summary = { type: 'compaction', content: 'So far.' }
const sealed = { type: 'redacted_thinking', data: 'c2ln' }
const scanned = { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } }

test.each([
  ['unsupported content type: document', user(written(), text('a')), user(text('Hello.'), text('a')), 'none'],
  ['content type document is not supported', user(written('A')), user(text('Hello.')), 'synthesised'],
  [
    "invalid content type 'compaction'",
    assistant(summary, text('a')),
    assistant(text('So far.'), text('a')),
    'synthesised',
  ],
  ['unsupported content type: redacted_thinking', assistant(sealed, text('a')), assistant(text('a')), 'synthesised'],
  ['unsupported content type: image', user(written()), user(written()), 'none'],
])('%s: blocks of the type that is refused without a place stay as they are', (wording, broken, repaired, loss) => {
  const rest = [assistant(text('b')), user('c')]
  const messages = [user('Go.'), broken, ...rest]
  const fixed = repair(messages, { format: 'anthropic-messages', request: {}, error: new Error(`400 ${wording}`) })
  expect(fixed.messages).toEqual([user('Go.'), repaired, ...rest])
  expect(fixed.loss).toBe(loss)
})

test('a document that holds no text is given up without consent when its type is refused (I4)', () => {
  const messages = [user(scanned, text('a'))]
  const error = new Error('400 unsupported content type: document')
  expect(repair(messages, { format: 'anthropic-messages', request: {}, error }).messages).toBe(messages)
  const { loss } = repair(messages, { format: 'anthropic-messages', request: {}, error, allow: 'lossy' })
  expect(loss).toBe('lossy')
})

test.each([
  ['action', true],
  ['actions', true],
  ['operation', true],
  ['pending_safety_checks', true],
  ['environment', true],
  ['caller', true],
  ['arguments', false],
])(
  'a call is given up for its field %s, which has a strategy of its own, or is kept as it is refused',
  (field, isSuspect) => {
    const refusal = { messageIndex: 1, path: `input.1.${field}.type`, text: 'Invalid.', rules: {} } as Refusal
    const { suspects } = itemInvalid.learn!(refusal)
    const call = (index: number): Block =>
      ({ kind: 'tool_call', shape: {}, message: { index, role: 'assistant' } }) as Block
    expect([0, 1].map((index) => suspects!(call(index)))).toEqual([false, isSuspect])
  },
)

test('a field of a message that is put right is not named', () => {
  const messages = [{ role: 'user', content: 'a', name: 7 }]
  const { faults } = diagnose(messages, { format: 'openai-chat', request: {} })
  expect(faults).toMatchObject([{ detail: { field: 'name', problem: 'is of the wrong type' } }])
})

test.each(['output', 'result', 'note'])(
  'what a tool gave back in the field %s of a block without a type is given up (I4)',
  (field) => {
    const call = { type: 'tool-call', toolCallId: 'x', toolName: 'f', input: {} }
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: [call] },
      { role: 'tool', content: [{ toolCallId: 'x', [field]: { deep: ['words'] } }] },
    ]
    const { faults, messages: repaired } = repair(messages, { format: 'ai-sdk', request: {} })
    expect(faults.map(({ type, loss: price }) => [type, price])).toContainEqual([
      'content_block_invalid',
      'synthesised',
    ])
    expect(JSON.stringify(repaired)).toContain('words')
  },
)

test('words of a part that nobody knows are lost, or its bytes told as words (I4)', () => {
  const repaired = (role: string, part: object): [string, string] => {
    const { loss, messages } = repair(
      [
        { role: 'user', content: [{ type: 'text', text: 'a' }] },
        { role, content: [part] },
      ],
      {
        format: 'anthropic-messages',
        request: {},
        allow: 'lossy',
      },
    )
    return [JSON.stringify(messages), loss]
  }
  const [told, price] = repaired('user', { type: 'widget', id: 'w1', body: 'A plan.' })
  expect(told).toContain('A plan.')
  expect(price).toBe('synthesised')
  const bytes = 'QUJD'.repeat(60)
  expect(repaired('user', { type: 'widget', body: bytes })).toEqual([expect.not.stringContaining(bytes), 'lossy'])
  expect(repaired('user', { type: 'widget', id: 'w1' })).toEqual([expect.not.stringContaining('w1'), 'synthesised'])
  expect(repaired('assistant', { type: 'widget', body: 'A plan.' })).toEqual([
    expect.not.stringContaining('A plan.'),
    'synthesised',
  ])
})

test.each([
  [[{ type: 'chart', drawn: 'out of it' }], 'lossy'],
  [[{ type: 'logs', logs: 'out of it' }], 'synthesised'],
  [[], 'synthesised'],
])('an item of an unknown type takes what a hosted tool gave back with it, unasked: %j', (outputs, loss) => {
  const messages = [
    { role: 'user', content: 'a' },
    { type: 'output_text', id: 'ci_1', outputs },
  ]
  expect(repair(messages, { format: 'openai-responses', allow: 'lossy' }).loss).toBe(loss)
  expect(repair(messages, { format: 'openai-responses' }).ok).toBe(loss !== 'lossy')
})

const input = { q: 'a' }
const json = JSON.stringify(input)

test.each([
  ['LangChain', { name: 'read', args: input, id: 'c1', type: 'tool_call' }],
  ['the AI SDK', { type: 'tool-call', toolCallId: 'c1', toolName: 'read', input }],
  ['the AI SDK of old', { toolCallId: 'c1', toolName: 'read', args: input }],
  ['Anthropic', { type: 'tool_use', id: 'c1', name: 'read', input }],
  ['Responses', { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'read', arguments: json }],
])('a call as %s writes it loses its name or its input over Chat, or keeps a field that is refused', (_whose, call) => {
  const asked = { role: 'assistant', content: null, tool_calls: [call] }
  const result = { role: 'tool', tool_call_id: 'c1', content: 'b' }
  const { loss, messages } = repair([user('a'), asked, result], { format: 'openai-chat' })
  const nested = { id: 'c1', type: 'function', function: { name: 'read', arguments: json } }
  expect([loss, messages[1], messages[2]]).toEqual(['none', { ...asked, tool_calls: [nested] }, result])
})

test('a custom call that is written flat loses its input over Chat', () => {
  const call = { id: 'c1', type: 'custom', name: 'sh', input: 'ls' }
  const asked = { role: 'assistant', content: null, tool_calls: [call] }
  const { messages } = repair([user('a'), asked, { role: 'tool', tool_call_id: 'c1', content: 'b' }], {
    format: 'openai-chat',
  })
  const nested = { id: 'c1', type: 'custom', custom: { name: 'sh', input: 'ls' } }
  expect(messages[1]).toEqual({ ...asked, tool_calls: [nested] })
})

const values = {
  nothing: undefined,
  null: null,
  yes: true,
  no: false,
  seven: 7,
  blank: '',
  text: 'a',
  object: {},
  list: [],
}
const given = Object.keys(values).slice(1)
type Sample = (value: unknown) => readonly ['ai-sdk' | 'openai-responses', ...(readonly object[])]

/** One field for each check of a shape (`FieldCheck`), with the values that it takes. */
test.each<readonly [check: string, taken: readonly string[], sample: Sample]>([
  ['any', given, (image) => ['ai-sdk', { role: 'user', content: [{ type: 'image', image }] }]],
  [
    'string',
    ['blank', 'text'],
    (mediaType) => ['ai-sdk', { role: 'user', content: [{ type: 'file', data: 'aaaa', mediaType }] }],
  ],
  ['text', ['text'], (id) => ['openai-responses', { type: 'item_reference', id }]],
  [
    'object',
    ['object'],
    (input_audio) => ['openai-responses', { role: 'user', content: [{ type: 'input_audio', input_audio }] }],
  ],
  [
    'array',
    ['list'],
    (tools) => ['openai-responses', { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 's', tools }],
  ],
  [
    'boolean',
    ['yes', 'no'],
    (approved) => [
      'ai-sdk',
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'c', toolName: 'f', input: {} },
          { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'c' },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'p', approved }] },
    ],
  ],
])('a field that must hold %s is told although it does, or taken although it does not', (_check, taken, sample) => {
  const found = Object.entries(values).flatMap(([name, value]) => {
    const [format, ...messages] = sample(value)
    const { faults } = diagnose([user('a'), ...messages], { format, request: {} })
    return faults.some(({ type }) => type === 'content_block_invalid') ? [] : [name]
  })
  expect(found).toEqual(taken)
})

test('a summary that is written out goes with the type that a provider refuses', () => {
  const summary = { type: 'compaction', content: 'So far.' }
  const messages = [user('a'), { role: 'assistant', content: [summary, { type: 'text', text: 'b' }] }, user('c')]
  const text =
    "400 messages.1.content.0: Input tag 'compaction' found using 'type' does not match any of the expected tags"
  const error = Object.assign(new Error(text), { status: 400 })
  const options = { format: 'anthropic-messages', allow: 'synthesised' } as const
  expect(repair(messages, options).messages).toBe(messages)
  const repaired = repair(messages, { ...options, error })
  expect(repaired.loss).toBe('synthesised')
  expect(repaired.messages[1]).toEqual({
    role: 'assistant',
    content: [
      { type: 'text', text: 'So far.' },
      { type: 'text', text: 'b' },
    ],
  })
})

test.each(['url_citation', 'file_citation', 'container_file_citation', 'file_path'])(
  'a source that another API cites is sent to Claude, or takes those of its own with it: %s',
  (type) => {
    const own = {
      type: 'char_location',
      cited_text: 'a',
      document_index: 0,
      document_title: null,
      start_char_index: 0,
      end_char_index: 1,
    }
    const cited = (...citations: object[]): object => assistant({ ...text('b'), citations })
    const sent = (message: object): unknown =>
      repair([user('a'), message, user('c')], { format: 'anthropic-messages' }).messages[1]
    expect(sent(cited({ type, url: 'https://a.b' }, own))).toEqual(cited(own))
    expect(sent(cited({ type }))).toEqual(cited())
    // What is newer than this library may be its own.
    const newer = cited({ type: 'video_location' }, own)
    expect(sent(newer)).toBe(newer)
  },
)

const tags = (...known: string[]): string =>
  `does not match any of the expected tags: ${['document', 'image', 'text', 'thinking', 'tool_result', 'tool_use', ...known].map((tag) => `'${tag}'`).join(', ')}`
const run = (id: string): object[] => [
  { type: 'server_tool_use', id, name: 'web_search', input: { query: 'a' } },
  { type: 'web_search_tool_result', tool_use_id: id, content: [] },
]

test.each([
  ['the call', `messages.1.content.1: Input tag 'server_tool_use' found using 'type' ${tags()}`],
  [
    'the result',
    `messages.1.content.2: Input tag 'web_search_tool_result' found using 'type' ${tags('server_tool_use')}`,
  ],
])('what a tool of the provider found kills a session with a provider that knows none: %s is named', (_, sentence) => {
  const thought = { type: 'thinking', thinking: 'b', signature: 'EqQBCkYIARgCKkAx' }
  const list = [
    user('a'),
    assistant(thought, ...run('srvtoolu_1'), text('c')),
    user('d'),
    assistant(...run('srvtoolu_2'), text('e')),
    user('f'),
  ]
  const { loss, messages } = repair(list, { format: 'anthropic-messages', error: refusal(sentence) })
  expect(loss).toBe('synthesised')
  expect(
    messages
      .map((message) => (message as { content: string | { type: string }[] }).content)
      .map((content) => (Array.isArray(content) ? content.map(({ type }) => type) : content)),
  ).toEqual(['a', ['thinking', 'text', 'text'], 'd', ['text', 'text'], 'f'])
})

test('a call of a tool that the provider runs goes although both tags are among those that it takes', () => {
  const list = [user('a'), assistant(...run('srvtoolu_1'), text('c')), user('d')]
  const sentence = `messages.1.content.0: Input tag 'advisor_tool_result' found using 'type' ${tags('server_tool_use', 'web_search_tool_result')}`
  expect(repair(list, { format: 'anthropic-messages', error: refusal(sentence) }).messages).toBe(list)
})

test.each(['first', 'last'])('reasoning goes with a part of the content that has its index (%s message)', (place) => {
  const thoughts = [
    { type: 'reasoning.text', text: 't', format: 'google-gemini-v1', index: 0 },
    { type: 'reasoning.encrypted', data: 'CiQBAAAA', id: 'c1', format: 'google-gemini-v1', index: 1 },
  ]
  const calls = [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }]
  const strange = { type: 'widget', value: 'shown' }
  const said = {
    role: 'assistant',
    content: [{ type: 'text', text: 'b' }, strange],
    tool_calls: calls,
    reasoning_details: thoughts,
  }
  const round = [{ role: 'user', content: 'a' }, said, { role: 'tool', tool_call_id: 'c1', content: 'r' }]
  const more = [
    { role: 'assistant', content: 'c' },
    { role: 'user', content: 'd' },
  ]
  const list = place === 'first' ? [...round, ...more] : [{ role: 'user', content: 'z' }, ...more.slice(0, 1), ...round]
  const at = list.indexOf(said)
  const error = Object.assign(new Error(`400 messages[${at}].content[1].type: Invalid content type 'widget'`), {
    status: 400,
  })
  const result = repair(list, {
    format: 'openai-chat',
    allow: 'lossy',
    error,
    request: { model: 'google/gemini-3-pro' },
  })
  expect(result.changed).toBe(true)
  expect(result.messages[at]).toMatchObject({ reasoning_details: thoughts, tool_calls: calls })
  expect(JSON.stringify(result.messages)).not.toContain('"widget","value"')
})
