import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'

/** What ChatGoogleGenerativeAI says of itself. */
const request = { provider: 'google_genai', model: 'gemini-2.5-flash' }
const repaired = (list: readonly object[]) => repair(list, { format: 'langchain', request })
const asks = (content: unknown = 'Go on.'): object => ({ role: 'user', content })
const says = { role: 'assistant', content: 'Done.' }
const call = { type: 'tool_call', id: 'c1', name: 'read', args: {} }
const calls = { role: 'assistant', content: '', tool_calls: [call] }
const answers = { role: 'tool', tool_call_id: 'c1', content: 'Found.' }
const text = { type: 'text', text: 'See.' }
const { data } = tinyPng()
const image = { type: 'image', mimeType: 'image/png', data }

test.each<[string, unknown[]]>([
  ['thoughts', [{ type: 'thinking', thinking: 'Hm.' }, text]],
  ['what it has written of calls', [text, { type: 'functionCall', functionCall: { name: 'read', args: {} } }]],
])('a message of its own is changed (I1): %s', (_what, content) => {
  const list = [asks(), { ...calls, content }, answers, says, asks(), asks()]
  expect(repaired(list).messages).toBe(list)
})

test.each<[string, unknown, unknown[]]>([
  [
    'a call that its list has, and that would be sent twice',
    { type: 'tool_use', id: 'c1', name: 'read', input: {} },
    [],
  ],
  ['thoughts of LangChain', { type: 'reasoning', reasoning: 'Hm.' }, [{ type: 'thinking', thinking: 'Hm.' }]],
  [
    'thoughts of Converse',
    { type: 'reasoning_content', reasoningText: { text: 'Hm.', signature: 'EqQB' } },
    [{ type: 'thinking', thinking: 'Hm.' }],
  ],
  ['thoughts that nobody reads', { type: 'redacted_thinking', data: 'EqQB' }, []],
  [
    'a picture that it has drawn itself',
    { type: 'inlineData', inlineData: { mimeType: 'image/png', data } },
    [{ type: 'media', mimeType: 'image/png', data }],
  ],
])('the package throws at a block of another: %s', (_what, block, meant) => {
  const { loss, messages } = repaired([asks(), { ...calls, content: [text, block] }, answers, says, asks()])
  expect(loss).not.toBe('lossy')
  expect(messages[1]).toEqual({ ...calls, content: [text, ...meant] })
})

test.each<[string, unknown, unknown]>([
  ['of Anthropic', { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }, image],
  [
    'at an address',
    { type: 'image_url', image_url: { url: 'https://a.b/c.png' } },
    { type: 'image', url: 'https://a.b/c.png' },
  ],
  [
    'that is a document',
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } },
    { type: 'file', mimeType: 'application/pdf', data: 'JVBERi0=' },
  ],
])('the package throws at a picture in the form of another: %s', (_what, block, meant) => {
  expect(repaired([asks([text, block])]).messages).toEqual([asks([text, meant])])
})

test.each<[string, object[]]>([
  ['the model opens the conversation', [says, asks()]],
  ['a system message stands behind others', [asks(), says, { role: 'system', content: 'Be brief.' }, asks()]],
  ['there are two system messages', [{ role: 'system', content: 'a' }, { role: 'system', content: 'b' }, asks()]],
  ['a call stands behind words of the model', [asks(), says, calls, answers, says, asks()]],
  [
    'a part of a result is none',
    [asks(), calls, { ...answers, content: [{ type: 'widget', words: 'Found.' }] }, says, asks()],
  ],
])('%s, and is sent', (_what, list) => {
  const { changed, loss } = repaired(list)
  expect({ changed, isLossy: loss === 'lossy' }).toEqual({ changed: true, isLossy: false })
})

test.each<[string, unknown]>([
  ['thoughts', { role: 'assistant', content: [{ type: 'reasoning', reasoning: 'Hm.' }, text] }],
  ['a picture at an address', asks([text, { type: 'image_url', image_url: { url: 'gs://b/x.png' } }])],
  ['a call behind words of the model', says],
])('ChatVertexAI takes what ChatGoogleGenerativeAI throws at, and is mended (I1): %s', (_what, message) => {
  const list = [asks(), message, calls, answers, says, asks()]
  const vertex = { provider: 'google_vertexai', model: 'gemini-2.5-pro' }
  expect(repair(list, { format: 'langchain', request: vertex }).messages).toBe(list)
})

test('a picture of no type that it may have is lost, although it tells its type itself (I4)', () => {
  const { loss, messages } = repaired([asks([text, { ...image, mimeType: 'application/octet-stream' }]), says, asks()])
  expect(loss).not.toBe('lossy')
  expect(messages[0]).toEqual(asks([text, image]))
})

const named = { type: 'media', mimeType: 'image/png', data }
const byType = { type: 'image/png', data }
const film = { type: 'video', mimeType: 'video/mp4', data: 'AAAAHGZ0eXA=' }

/** `convertMessageContentToParts` makes a part of each of them. */
test.each<[string, object]>([
  ['bytes', named],
  ['the address of a file', { type: 'media', mimeType: 'image/png', fileUri: 'gs://b/x.png' }],
  ['bytes that go by their type', byType],
  ['a film', film],
  ['a plain text', { type: 'text-plain', text: 'Found.' }],
])('what a tool gives back in words of the package is made another thing (I1): %s', (_what, part) => {
  const list = [asks([text, part]), calls, { ...answers, content: [text, part] }, says, asks()]
  expect(repaired(list).messages).toBe(list)
})

const unreadable = Buffer.from('no picture at all').toString('base64')
const refusal = (message: string): object => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } })

test.each<[string, object, object]>([
  ['of no type that it may have', { ...named, mimeType: 'application/octet-stream' }, named],
  ['of no type', { type: 'media', data }, image],
  ['whose bytes are an address', { ...named, data: `data:image/png;base64,${data}` }, named],
  ['that goes by a type that it is not', { type: 'image/jpeg', data }, byType],
])('a picture in words of the package is refused for ever: %s', (_what, broken, meant) => {
  for (const list of [[asks([text, broken])], [asks(), calls, { ...answers, content: [text, broken] }]]) {
    const { loss, messages } = repaired(list)
    expect(loss).not.toBe('lossy')
    expect(messages.at(-1)).toMatchObject({ content: [text, meant] })
  }
})

test.each<[string, object]>([
  ['named', { ...named, data: unreadable }],
  ['by its type', { ...byType, data: unreadable }],
])('a picture that nobody can read stays although its loss is allowed: %s', (_what, broken) => {
  const error = refusal(
    'Unable to process input image. Please retry or report in https://developers.generativeai.google',
  )
  const options = { format: 'langchain', request, error } as const
  const list = [asks([text, broken])]
  expect(repair(list, options).messages).toBe(list)
  expect(JSON.stringify(repair(list, { ...options, allow: 'lossy' }).messages)).not.toContain(unreadable)
})

test.each<[string, object]>([
  ['named', { type: 'media', mimeType: 'image/png' }],
  ['a picture', { type: 'image', mimeType: 'image/png' }],
  ['a film', { type: 'video', mimeType: 'video/mp4' }],
])('the package throws at a medium of which nothing is left: %s', (_what, hollow) => {
  const { loss, messages } = repaired([asks([text, hollow])])
  expect(loss).toBe('synthesised')
  expect(messages[0]).toMatchObject({
    content: [text, { type: 'text', text: expect.stringContaining('is not there') }],
  })
})

const part = (name: string, args: object): object => ({ type: 'functionCall', functionCall: { name, args } })
const asked = (name: string, args: object, id: unknown): object => ({ type: 'tool_call', id, name, args })
const found = (id: string, name: string): object => ({ role: 'tool', tool_call_id: id, name, content: `Found ${id}.` })

test.each<[string, object, object[]]>([
  ['the only one', { content: [part('read', {})] }, [asked('read', {}, 'c1')]],
  [
    'the first of two',
    { content: [part('read', { path: 'a' }), part('read', {})], tool_calls: [asked('read', {}, 'c2')] },
    [asked('read', { path: 'a' }, 'c1'), asked('read', {}, 'c2')],
  ],
  [
    'the second of two, which the list would have first',
    { content: [part('read', { path: 'a' }), part('read', {})], tool_calls: [asked('read', { path: 'a' }, 'c1')] },
    [asked('read', { path: 'a' }, 'c1'), asked('read', {}, 'c2')],
  ],
  [
    'both, with words beside them',
    { content: [text, part('read', {}), part('list', {})], tool_calls: [] },
    [asked('read', {}, 'c1'), asked('list', {}, 'c2')],
  ],
])(
  'a call is not sent that the content has alone, and what it has found becomes words of the user: %s',
  (_which, answer, all) => {
    const results = all.map((call) => found(String((call as { id: unknown }).id), (call as { name: string }).name))
    const list = [asks(), { role: 'assistant', ...answer }, ...results, asks()]
    const { loss, messages } = repaired(list)
    expect(messages.with(1, list[1])).toEqual(list)
    expect(messages[1]).toEqual({ role: 'assistant', ...answer, tool_calls: all })
    expect(loss).toBe('none')
    expect(repaired(messages as object[]).messages).toBe(messages)
  },
)

test('what another tool has found becomes what this one has', () => {
  const { loss, messages } = repaired([
    asks(),
    { ...calls, tool_calls: [asked('read', {}, 'c1')] },
    found('c9', 'list'),
    asks(),
  ])
  expect(loss).toBe('synthesised')
  expect(messages[2]).toMatchObject({ tool_call_id: 'c1', name: 'read', status: 'error' })
  expect(JSON.stringify(messages[3])).toContain('Found c9.')
})

test('a call that stands in the content alone goes unanswered', () => {
  const { messages } = repaired([asks(), { role: 'assistant', content: [part('read', {})] }, asks()])
  expect(messages[2]).toMatchObject({ role: 'tool', name: 'read', status: 'error' })
})

test.each<[string, object[], object[]]>([
  [
    'the calls have lost theirs',
    [asked('read', {}, ''), asked('read', {}, '')],
    [found('c1', 'read'), found('c2', 'read')],
  ],
  ['another stands there', [asked('read', {}, 'c9')], [found('c1', 'read')]],
  ['a number stands there', [asked('read', {}, 9)], [found('c1', 'read')]],
])('what a tool has found gives way to an invented result although no id is sent: %s', (_what, asking, results) => {
  const { loss, messages } = repaired([asks(), { ...calls, tool_calls: asking }, ...results, asks()])
  const contents = messages.map((message) => (message as { content: unknown }).content)
  expect(contents.slice(2)).toEqual([...results.map((result) => (result as { content: unknown }).content), 'Go on.'])
  expect(loss).toBe('none')
  const ids = (messages[1] as { tool_calls: { id: unknown }[] }).tool_calls.map(({ id }) => id)
  expect(messages.slice(2, -1).map((message) => (message as { tool_call_id: unknown }).tool_call_id)).toEqual(ids)
})

test('a message of the second generation is sent with its calls twice', () => {
  const content = [{ type: 'reasoning', reasoning: 'Hm.' }, text, call]
  const standard = { ...calls, content, response_metadata: { output_version: 'v1' } }
  const { messages } = repaired([asks(), standard, answers, asks()])
  expect((messages[1] as { content: unknown }).content).toEqual([{ type: 'thinking', thinking: 'Hm.' }, text])
})
