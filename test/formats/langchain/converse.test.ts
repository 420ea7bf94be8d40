import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'

/** What ChatBedrockConverse says of itself. */
const request = { provider: 'amazon_bedrock', model: 'anthropic.claude-3-5-sonnet-20241022-v2:0' }
const repaired = (list: readonly object[]) => repair(list, { format: 'langchain', request })
const asks = (content: unknown = 'Go on.'): object => ({ role: 'user', content })
const says = { role: 'assistant', content: 'Done.' }
const call = { type: 'tool_call', id: 'c1', name: 'read', args: {} }
const calls = { role: 'assistant', content: '', tool_calls: [call] }
const answers = { role: 'tool', tool_call_id: 'c1', content: 'Found.' }
const { data } = tinyPng()
const url = `data:image/png;base64,${data}`

test('results in a row, which its package joins, are changed (I1)', () => {
  const two = { ...calls, tool_calls: [call, { ...call, id: 'c2' }] }
  const list = [asks(), two, answers, { ...answers, tool_call_id: 'c2' }, says, asks()]
  expect(repaired(list).messages).toBe(list)
})

test.each([
  ['at the first place', [asks(), asks('Really.'), says, asks()], 3],
  ['at the last place', [asks(), says, asks(), asks('Really.')], 3],
])('two messages of the user in a row are refused: %s', (_place, list, count) => {
  const { loss, messages } = repaired(list)
  expect(loss).toBe('none')
  expect(messages).toHaveLength(count)
  expect(JSON.stringify(messages)).toContain('Really.')
})

test('what a user says right behind a result becomes a second message of the user', () => {
  const { loss, messages } = repaired([asks(), calls, answers, asks()])
  expect(loss).toBe('synthesised')
  expect(messages.map((message) => (message as { role: string }).role)).toEqual([
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
  ])
})

test('a conversation that the model opens is sent', () => {
  const { messages } = repaired([says, asks()])
  expect(messages[0]).toMatchObject({ role: 'user' })
})

test('the id of a call that Converse refuses is sent', () => {
  const { messages } = repaired([
    asks(),
    { ...calls, tool_calls: [{ ...call, id: 'c 1' }] },
    { ...answers, tool_call_id: 'c 1' },
    says,
    asks(),
  ])
  const { id } = (messages[1] as { tool_calls: { id: string }[] }).tool_calls[0]!
  expect(id).toMatch(/^[\w.:-]+$/)
  expect(messages[2]).toMatchObject({ tool_call_id: id })
})

test.each([
  ['of the Messages API', { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }],
  ['of the newer LangChain', { type: 'image', mimeType: 'image/png', data }],
])('its package throws at a picture %s (I4)', (_form, part) => {
  const { loss, messages } = repaired([asks([{ type: 'text', text: 'Look.' }, part])])
  expect(loss).toBe('none')
  expect(messages).toEqual([
    asks([
      { type: 'text', text: 'Look.' },
      { type: 'image_url', image_url: { url } },
    ]),
  ])
})

test.each([
  ['its own', { type: 'image', image: { format: 'png', source: { bytes: Buffer.from(data, 'base64') } } }],
  ['one at an address', { type: 'image_url', image_url: { url } }],
])('a picture that its package takes is changed: %s (I1)', (_form, part) => {
  const list = [asks([{ type: 'text', text: 'Look.' }, part])]
  expect(repaired(list).messages).toBe(list)
})

/** A model that thinks. */
const thinker = { ...request, model: 'anthropic.claude-sonnet-4-5-20250929-v1:0' }
const signature = 'EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pkiMOYds'
const kept = { type: 'reasoning_content', reasoningText: { text: 'Hm.', signature } }
const text = { type: 'text', text: 'See.' }

test.each<[string, unknown, unknown[]]>([
  ['signed thoughts', { type: 'thinking', thinking: 'Hm.', signature }, [kept]],
  ['thoughts without a seal', { type: 'thinking', thinking: 'Hm.' }, []],
  [
    'thoughts that are hidden',
    { type: 'redacted_thinking', data: 'EqQB' },
    [{ type: 'reasoning_content', redactedContent: 'EqQB' }],
  ],
  ['a call that its list has', { type: 'tool_use', id: 'c1', name: 'read', input: {} }, []],
  ['a call of Gemini that its list has', { type: 'functionCall', functionCall: { name: 'read', args: {} } }, []],
])('the package throws at a block of another: %s', (_what, block, meant) => {
  const list = [asks(), { ...calls, content: [block, text] }, answers, says, asks()]
  const { loss, messages } = repair(list, { format: 'langchain', request: thinker })
  expect(loss).toBe('synthesised')
  expect(messages[1]).toEqual({ ...calls, content: [...meant, text] })
})

test('thoughts that Converse has written itself are changed (I1)', () => {
  const list = [asks(), { ...calls, content: [kept, text] }, answers, says, asks()]
  expect(repair(list, { format: 'langchain', request: thinker }).messages).toBe(list)
})

test('thoughts that Converse has written are lost on their way to Anthropic', () => {
  const list = [asks(), { ...calls, content: [kept, text] }, answers, says, asks()]
  const { messages } = repair(list, {
    format: 'langchain',
    request: { provider: 'anthropic', model: 'claude-sonnet-4-5' },
  })
  expect(messages[1]).toMatchObject({ content: [{ type: 'thinking', thinking: 'Hm.', signature }, text] })
})

test('a call that stands in the content alone is lost', () => {
  const alone = { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'read', input: {} }] }
  const { messages } = repaired([asks(), alone, answers, says, asks()])
  expect(messages[1]).toMatchObject({ tool_calls: [call] })
  expect(messages[2]).toBe(answers)
})

test('a document in the form of Anthropic is sent, and thrown at', () => {
  const document = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } }
  const { messages } = repaired([asks([text, document])])
  expect(messages).toEqual([
    asks([text, { type: 'file', source_type: 'base64', mime_type: 'application/pdf', data: 'JVBERi0=' }]),
  ])
})

test('a picture in a result goes out as JSON', () => {
  const shown = { ...answers, content: [text, { type: 'image', mimeType: 'image/png', data }] }
  const { messages } = repaired([asks(), calls, shown, says, asks()])
  expect(messages[2]).toEqual({ ...answers, content: [text, { type: 'image_url', image_url: { url } }] })
})

test.each<[string, unknown, unknown]>([
  ['none', '', expect.stringContaining('no output')],
  ['a blank one', ' \n', expect.stringContaining('no output')],
  ['a part that says nothing', [{ type: 'text', text: '' }], expect.stringContaining('no output')],
  ['one beside words', [text, { type: 'text', text: ' ' }], [text]],
])('the text of a result that a model refuses as blank is refused for ever: %s', (_what, content, meant) => {
  const list = [asks(), calls, { ...answers, content }]
  const message =
    'The text field in the ContentBlock object at messages.2.content.0.toolResult.content.0 is blank. Add text to the text field, and try again.'
  const options = { format: 'langchain', request } as const
  expect(repair(list, options).messages).toBe(list)
  const { loss, messages } = repair(list, { ...options, error: { name: 'ValidationException', message } })
  expect(loss).not.toBe('lossy')
  expect(messages).toEqual([asks(), calls, { ...answers, content: meant }])
})

test.each([
  { type: 'inlineData', inlineData: { mimeType: 'image/png', data } },
  { type: 'input_image', image_url: url },
])('a picture that another package has written is thrown at: $type', (block) => {
  const { loss, messages } = repaired([asks([text, block]), says, asks()])
  expect(messages[0]).toEqual(asks([text, { type: 'image_url', image_url: { url } }]))
  expect(loss).not.toBe('lossy')
})

test.each([
  { type: 'inlineData', inlineData: { mimeType: 'image/png', data } },
  { type: 'image_url', image_url: { url } },
])('a picture that the model has drawn stays in its answer, which is thrown at, or goes unsaid: $type', (block) => {
  const { loss, messages } = repaired([asks(), { role: 'assistant', content: [text, block] }, asks()])
  expect(messages[1]).toEqual({ role: 'assistant', content: [text] })
  expect(loss).toBe('synthesised')
})

describe('a document under a name that Converse refuses is sent', () => {
  const bytes = new Uint8Array([37, 80, 68, 70])
  const pdf = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64')
  const say = { type: 'text', text: 'Read it.' }
  const own = (name?: string): object => ({
    type: 'document',
    document: { ...(name !== undefined && { name }), format: 'pdf', source: { bytes } },
  })
  const file = { type: 'file', source_type: 'base64', mime_type: 'application/pdf', data: pdf }
  const words = { type: 'file', source_type: 'text', text: 'Found.' }
  const inResult = (part: object): object[] => [asks(), calls, { ...answers, content: [part] }]

  test.each<[string, object[], object[]]>([
    ['a block of the API', [asks([say, own('a.pdf')])], [asks([say, own('a-pdf')])]],
    ['a block of the API without one', [asks([say, own()])], [asks([say, own('document')])]],
    [
      "LangChain's own",
      [asks([say, { ...file, metadata: { filename: 'a.pdf' } }])],
      [asks([say, { ...file, metadata: { filename: 'a-pdf' } }])],
    ],
    [
      "a text of LangChain's own",
      [asks([say, { ...words, metadata: { title: 'a.md' } }])],
      [asks([say, { ...words, metadata: { title: 'a-md' } }])],
    ],
    ['two of one name', [asks([say, own('a'), own('a')])], [asks([say, own('a'), own('a (2)')])]],
    ['in a result', inResult(own('a.pdf')), inResult(own('a-pdf'))],
  ])('%s', (_, list, meant) => {
    expect(repaired(list).messages).toEqual(meant)
  })

  test.each<[string, object]>([
    ['legal', own('Paper (1) of [2]-x_y')],
    ['given by its package', file],
    ['that is none', { ...file, metadata: { page: 1 } }],
  ])('although it is %s (I1)', (_, part) => {
    const list = [asks([say, part])]
    expect(repaired(list).messages).toBe(list)
  })

  test('or alone, without the text that must stand beside it', () => {
    const { loss, messages } = repaired([asks([own('a')])])
    expect([loss, JSON.stringify(messages)]).toEqual([
      'synthesised',
      expect.stringContaining('A document is attached.'),
    ])
  })
})
