import { describe, expect, test } from 'vitest'
import { innerListIn } from '../../src/strategies/shared/inner-list.ts'
import { repair } from '../../src/index.ts'
import { assistant, call, refusal, result, testOnAnthropic, text, user } from './anthropic.ts'

const shell = (id: string): object => ({ type: 'server_tool_use', id, name: 'bash_code_execution', input: {} })
const printed = (id: string, more: object = {}): object => ({
  type: 'bash_code_execution_tool_result',
  tool_use_id: id,
  content: {
    type: 'bash_code_execution_result',
    stdout: 'out',
    stderr: '',
    return_code: 0,
    content: [{ type: 'bash_code_execution_output', file_id: 'file_1', ...more }],
  },
})

testOnAnthropic({
  type: 'unknown_field',
  finds: {
    'on a block': {
      broken: [user('a'), assistant({ ...text('b'), index: 0 })],
      repaired: [user('a'), assistant(text('b'))],
      at: [1, 0],
    },
    'deep within what the provider has run': {
      broken: [
        user('a'),
        assistant(shell('srvtoolu_1'), printed('srvtoolu_1', { rank: 1 }), call('x', { input: { rank: 1 } })),
        user(result('x')),
        assistant(shell('srvtoolu_2'), printed('srvtoolu_2', { rank: 2 }), text('b')),
      ],
      repaired: [
        user('a'),
        assistant(shell('srvtoolu_1'), printed('srvtoolu_1'), call('x', { input: { rank: 1 } })),
        user(result('x')),
        assistant(shell('srvtoolu_2'), printed('srvtoolu_2'), text('b')),
      ],
      error: refusal(
        'messages.1.content.1.bash_code_execution_tool_result.content.bash_code_execution_result.content.0.bash_code_execution_output.rank: Extra inputs are not permitted',
      ),
    },
    'on a message': {
      broken: [user('a'), { ...assistant(text('b')), id: 'msg_1' }],
      repaired: [user('a'), assistant(text('b'))],
      at: [1],
    },
  },
  nearMisses: {
    'a key of the tool input': [user('a'), assistant(call('x', { input: { index: 0, id: 1 } })), user(result('x'))],
    'a documented field': [
      user('a'),
      assistant(call('x', { caller: { type: 'direct' } })),
      user(result('x', 'e', { is_error: true })),
    ],
  },
})

test('a citation has two fields that its type cannot have, and each needs an error of its own', () => {
  const cited = { type: 'char_location', cited_text: 'c', document_index: 0, document_title: null, start_char_index: 0 }
  const whole = { ...cited, end_char_index: 1, file_id: null }
  const citing = (...citations: object[]): object => assistant({ ...text('b'), citations })
  const list = [user('a'), citing({ ...whole, rank: 1, score: 2 }, whole), user('c'), citing({ ...whole, page: 3 })]
  const error = refusal('messages.1.content.0.text.citations.0.char_location.rank: Extra inputs are not permitted')
  const { messages, ok } = repair(list, { format: 'anthropic-messages', error })
  expect(ok).toBe(true)
  expect(messages).toEqual([user('a'), citing(whole, whole), user('c'), citing(whole)])
  // Of a type that is new nobody knows the fields, and without an error none of them is refused.
  const newer = [user('a'), citing({ type: 'page_range', rank: 1, score: 2 })]
  const named = refusal('messages.1.content.0.text.citations.0.page_range.rank: Extra inputs are not permitted')
  expect(repair(newer, { format: 'anthropic-messages', error: named }).messages).toEqual([
    user('a'),
    citing({ type: 'page_range', score: 2 }),
  ])
  expect(repair(list, { format: 'anthropic-messages' }).messages).toBe(list)
})

test('a field whose name has capital letters is not taken out after its error', () => {
  const error = new Error("400 Unknown parameter: 'input[0].content[0].newThing'.")
  const part = { type: 'input_text', text: 'a' }
  const list = [{ role: 'user', content: [{ ...part, newThing: 1 }] }]
  expect(repair(list, { format: 'openai-responses', error }).messages).toEqual([{ role: 'user', content: [part] }])
})

const withKeys = [
  ['a', { role: 'user', content: [{ text: 'a', cacheControl: 1 }] }],
  ['b', { role: 'user', content: [{ text: 'a' }], msgId: 'm' }],
] as const

test.each([
  [
    'a',
    'Parameter validation failed:\nUnknown parameter in messages[0].content[0]: "cacheControl", must be one of: text, image',
  ],
  ['b', 'Parameter validation failed:\nUnknown parameter in messages[0]: "msgId", must be one of: role, content'],
  [
    'a',
    'Malformed input request: #/messages/0/content/0: extraneous key [cacheControl] is not permitted, please reformat',
  ],
  ['a', "messages.0.content.0: Unrecognized key(s) in object: 'other', 'cacheControl'"],
  ['b', 'The message at messages[0] has an unknown field msgId.'],
  ['b', 'messages[0]: unknown field `msgId`, expected `role` or `content`'],
  ['b', "messages[0]: unknown field: msgId; allowed: 'role', 'content'"],
  [
    'a',
    'ContentBlock object at messages.0.content.0 can only set one of the following keys: text, image, toolUse, cachePoint.',
  ],
])('what is named beside its path is kept: %s, %s', (name, message) => {
  const list = [withKeys.find(([key]) => key === name)![1]]
  const error = { name: 'ValidationException', status: 400, message }
  const repaired = repair(list, { format: 'bedrock-converse', error })
  expect(repaired.messages).toEqual([{ role: 'user', content: [{ text: 'a' }] }])
  expect(repaired.loss).toBe('none')
})

test.each(['note, role, content', 'role, note, content', 'role, content, note'])(
  'a field that the error permits goes with the refused ones: %s',
  (permitted) => {
    const message = `Parameter validation failed:\nUnknown parameter in messages[0]: "msgId", must be one of: ${permitted}`
    const kept = [
      { role: 'user', content: [{ text: 'a' }], note: 1 },
      { role: 'assistant', content: [{ text: 'b' }], note: 2 },
      { role: 'user', content: [{ text: 'c' }], note: 3 },
    ]
    const list = kept.map((one, at) => (at === 1 ? one : { ...one, msgId: 'm' }))
    const repaired = repair(list, { format: 'bedrock-converse', error: { status: 400, message } })
    expect(repaired.messages).toEqual(kept)
  },
)

test('a key beside the member of a union costs a request each, or is minded unasked', () => {
  const list = [
    { role: 'user', content: [{ type: 'text', text: 'a' }], id: 1 },
    { role: 'assistant', content: [{ toolUse: { toolUseId: 'x', name: 'f', input: {} }, index: 0 }], meta: {} },
    { role: 'user', content: [{ toolResult: { toolUseId: 'x', content: [{ type: 'text', text: 'b' }] } }] },
  ]
  const run = (message?: string): ReturnType<typeof repair> =>
    repair(list, { format: 'bedrock-converse', ...(message !== undefined && { error: { status: 400, message } }) })
  expect(run().messages).toBe(list)
  const parameter = 'Parameter validation failed:\nUnknown parameter in messages[0]'
  const bare = [
    { role: 'user', content: [{ text: 'a' }] },
    { role: 'assistant', content: [{ toolUse: { toolUseId: 'x', name: 'f', input: {} } }] },
    { role: 'user', content: [{ toolResult: { toolUseId: 'x', content: [{ text: 'b' }] } }] },
  ]
  expect(run(`${parameter}: "id", must be one of: role, content`).messages).toEqual(bare)
  const ofBlock = run(`${parameter}.content[0]: "type", must be one of: text, image`).messages
  expect(ofBlock).toEqual(bare.map((message, at) => ({ ...list[at], content: message.content })))
})

const answered = [user('a'), assistant(call('x')), user(result('x', 'r')), assistant(text('b')), user('c')]

test.each([
  "messages.2.content.0.tool_result: unexpected field, expected one of 'type', 'content', 'tool_use_id'",
  "messages.2.content.0.tool_result: unknown field. Known: 'type', 'content'",
])('what could stand beside a field that nobody names is taken for it: %s', (message) => {
  const { messages } = repair(answered, { format: 'anthropic-messages', error: { status: 400, message } })
  expect(messages).toEqual(answered)
})

test('the beginning of a path is taken for the field that it ends in', () => {
  const error = new Error('400 Unknown parameter: messages.0.content.0.novel')
  const list = [{ role: 'user', content: [{ ...text('a'), novel: 1 }] }]
  expect(repair(list, { format: 'openai-chat', error }).messages).toEqual([user(text('a'))])
})

test('what an image cannot be without is taken out of it for a field that another part may not have', () => {
  const inlineData = { mimeType: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk' }
  const list = [{ role: 'user', parts: [{ text: 'a' }, { inlineData }] }]
  const error = { status: 400, message: 'Unknown name "data" at \'contents[0].parts[0]\': Cannot find field.' }
  expect(repair(list, { format: 'gemini', error }).messages).toEqual(list)
})

test.each([
  'annotations',
  'citations',
  'logprobs',
  'outputs',
  'results',
  'pending_safety_checks',
  'acknowledged_safety_checks',
])('what is wrong inside of %s is taken for a fault of the block that holds it', (list) => {
  expect(innerListIn(`input.3.${list}.0.type`)).toBe(list)
  expect(innerListIn(`input.3.${list}`)).toBeUndefined()
  expect(innerListIn(`input.3.content.0.${list}.type`)).toBeUndefined()
})

const cited = { type: 'char_location', cited_text: 'a', document_index: 0, document_title: null }
const source = { ...cited, start_char_index: 0, end_char_index: 1 }
const link = { type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 0, end_index: 1 }

// The text that cites keeps its sources, in each message.
test.each([
  [
    'anthropic-messages',
    'messages.1.content.0.text.citations.0.char_location.novel: Extra inputs are not permitted',
    (more: object) => assistant({ ...text('b'), citations: [{ ...source, ...more }, source] }),
  ],
  [
    'openai-responses',
    "Unknown parameter: 'input[1].content[0].annotations[0].novel'.",
    (more: object) => assistant({ type: 'output_text', text: 'b', annotations: [{ ...link, ...more }, link] }),
  ],
] as const)('a field inside a citation is refused for ever (%s)', (format, message, said) => {
  const list = [
    { role: 'user', content: 'a' },
    said({ novel: 1 }),
    { role: 'user', content: 'c' },
    said({ novel: null }),
  ]
  const { messages, ok } = repair(list, { format, error: { status: 400, message } })
  expect(ok).toBe(true)
  expect(messages.slice(0, 4)).toEqual([list[0], said({}), list[2], said({})])
})

// The first of them is named, in whatever output it stands.
test.each([
  ['function_call', { name: 'f', arguments: '{}' }, { type: 'input_text', text: 'b' }],
  ['custom_tool_call', { name: 'f', input: '' }, { type: 'input_text', text: 'b' }],
  [
    'shell_call',
    { action: { commands: ['ls'] } },
    { stdout: 'b', stderr: '', outcome: { type: 'exit', exit_code: 0 } },
  ],
])('a field inside an output of a %s is refused for ever', (type, asked, part) => {
  const round = (call_id: string, more: object): object[] => [
    { type, call_id, ...asked },
    { type: `${type}_output`, call_id, output: [part, { ...part, ...more }] },
  ]
  const list = (more: object): object[] => [{ role: 'user', content: 'a' }, ...round('x', more), ...round('y', more)]
  const message = "Unknown parameter: 'input[2].output[1].novel'."
  const { messages, ok } = repair(list({ novel: 'n' }), {
    format: 'openai-responses',
    error: { status: 400, message },
  })
  expect([ok, messages]).toEqual([true, list({})])
})

test('what somebody wrote beside a picture goes with the field that it stands in', () => {
  const source = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' }
  const beside = { caption: 'Wall', meta: { note: 'The left one' }, key: 's3/9f3a' }
  const list = (...parts: object[]): object[] => [{ role: 'user', content: [...parts, { type: 'text', text: 'a' }] }]
  const { faults, messages } = repair(list({ type: 'image', source, ...beside }), { format: 'anthropic-messages' })
  expect(messages).toEqual(list({ type: 'image', source }, text('Wall'), text('The left one')))
  expect(faults.find(({ type }) => type === 'unknown_field')?.loss).toBe('synthesised')
})

describe('beside a picture', () => {
  const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const source = { type: 'base64', media_type: 'image/png', data: onePixel }
  const list = (...parts: object[]): object[] => [{ role: 'user', content: [...parts, { type: 'text', text: 'a' }] }]
  const lines = `${onePixel.slice(0, 40)} ${onePixel.slice(40)}`

  test.each([
    ['base64', { note: onePixel }],
    ['base64 with a blank in it', { note: lines }],
    ['base64 in lines', { note: lines.replace(' ', '\n') }],
    [
      'an address in capitals that holds another picture',
      { comment: `DATA:image/png;base64,${onePixel.replace('YAAAAf', 'YAAAAg')}` },
    ],
    ['a picture within words', { caption: `See data:image/png;base64,${onePixel}` }],
    ['a drawing', { note: '<svg xmlns="http://www.w3.org/2000/svg"><path d="M 0 0 L 1 1"/></svg>' }],
    ['words under a name that says nothing of them', { zettel: 'only the left wall' }],
  ])('%s is written as words of the user, or goes with no word of a loss', (_, beside) => {
    const given = list({ type: 'image', source, ...beside })
    expect(repair(given, { format: 'anthropic-messages' }).messages).toBe(given)
    const { loss, messages } = repair(given, { format: 'anthropic-messages', allow: 'lossy' })
    expect([loss, messages]).toEqual(['lossy', list({ type: 'image', source })])
  })

  test.each<[object]>([
    [{ exif: 'Canon EOS 5D', created: '2026-11-30 07:00:00' }],
    [{ path: '/home/me/My Pictures/x y.png' }],
    [{ user_agent: 'Mozilla/5.0 (X11; Linux)' }],
    [{ preview: '<svg xmlns="http://www.w3.org/2000/svg"><path d="M 0 0 L 1 1"/></svg>' }],
    [{ hash: lines, caption_id: 'a b' }],
  ])('what a program keeps (%o) is shown to the model as words of the user', (beside) => {
    const { loss, messages } = repair(list({ type: 'image', source, ...beside }), { format: 'anthropic-messages' })
    expect([loss, messages]).toEqual(['none', list({ type: 'image', source })])
  })

  test.each([
    ['of several', { captions: ['one two', 'three'] }, ['one two', 'three']],
    ['that is a number', { caption: 42 }, ['42']],
    ['in two words', { 'alt-text': 'Wall' }, ['Wall']],
    ['of a transcript with its times', { transcript: [{ start: 1, text: 'Wall' }] }, ['Wall']],
    ['as a title', { imageTitle: 'Wall' }, ['Wall']],
  ])('a caption %s is lost in part', (_, beside, said) => {
    const { loss, messages } = repair(list({ type: 'image', source, ...beside }), { format: 'anthropic-messages' })
    expect([loss, messages]).toEqual(['synthesised', list({ type: 'image', source }, ...said.map(text))])
  })
})
