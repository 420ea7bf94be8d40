import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'

/** What ChatMistralAI, ChatGroq and ChatOllama say of themselves. */
const requests = {
  mistral: { provider: 'mistral', model: 'mistral-large-latest' },
  groq: { provider: 'groq', model: 'llama-3.3-70b-versatile' },
  ollama: { provider: 'ollama', model: 'llama3' },
}
type Vendor = keyof typeof requests
const all: readonly Vendor[] = ['mistral', 'groq', 'ollama']
const repaired = (vendor: Vendor, list: readonly object[], error?: unknown) =>
  repair(list, { format: 'langchain', request: requests[vendor], ...(error !== undefined && { error }) })

const asks = (content: unknown = 'Go on.'): object => ({ role: 'user', content })
const says = (content: unknown = 'Done.'): object => ({ role: 'assistant', content })
const call = { type: 'tool_call', id: 'toolu_01', name: 'read', args: { path: 'a' } }
const calls = { role: 'assistant', content: '', tool_calls: [call] }
const answers = { role: 'tool', tool_call_id: 'toolu_01', content: 'Found.' }
const text = { type: 'text', text: 'See.' }
const { data } = tinyPng()
const url = `data:image/png;base64,${data}`
const image = { type: 'image_url', image_url: { url } }
/** A list in which the given round stands at the beginning, in the middle and at the end. */
const placed = (round: readonly object[]): readonly (readonly object[])[] => {
  const healthy = [asks(), calls, answers, says()]
  return [
    [...round, ...healthy, asks()],
    [...healthy, ...round, ...healthy, asks()],
    [...healthy, ...round],
  ]
}

test.each(all)('what the package for %s sends is changed (I1)', (vendor) => {
  for (const list of placed([asks([text, image]), calls, answers, says([text]), asks()]))
    expect(repaired(vendor, list).messages).toBe(list)
})

const foreign: readonly [string, unknown][] = [
  ['thoughts of Claude', { type: 'thinking', thinking: 'Hm.', signature: 'EqQB' }],
  ['sealed thoughts', { type: 'redacted_thinking', data: 'EqQB' }],
  ['thoughts of LangChain', { type: 'reasoning', reasoning: 'Hm.' }],
  ['thoughts of Converse', { type: 'reasoning_content', reasoningText: { text: 'Hm.', signature: 'EqQB' } }],
  ['a call of Claude that its list has', { type: 'tool_use', id: 'toolu_01', name: 'read', input: { path: 'a' } }],
  ['a call of Gemini that its list has', { type: 'functionCall', functionCall: { name: 'read', args: {} } }],
]

test.each(
  (['mistral', 'groq'] as const).flatMap((vendor) => foreign.map(([what, block]) => [vendor, what, block] as const)),
)('a switch to %s is refused for ever, or costs a request, by a block of another: %s', (vendor, _what, block) => {
  for (const list of placed([asks(), { ...calls, content: [text, block] }, answers, says(), asks()])) {
    const { loss, messages, ok } = repaired(vendor, list)
    expect({ ok, isLossy: loss === 'lossy' }).toEqual({ ok: true, isLossy: false })
    expect(messages).toContainEqual({ ...calls, content: [text] })
    expect(messages).toHaveLength(list.length)
  }
})

test('thoughts beside a call that has lost its result leave an empty list behind (two faults)', () => {
  const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'EqQB' }
  for (const vendor of ['mistral', 'groq'] as const) {
    const { messages, ok } = repaired(vendor, [asks(), { ...calls, content: [thinking] }, asks()])
    expect(ok).toBe(true)
    expect(JSON.stringify(messages)).not.toMatch(/"content":\[\]|thinking/)
    expect(messages[2]).toMatchObject({ tool_call_id: 'toolu_01' })
  }
})

test.each(
  all.flatMap((vendor) =>
    [
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
      { type: 'image', mimeType: 'image/png', data },
      { type: 'image', source_type: 'base64', mime_type: 'image/png', data },
    ].map((form) => [vendor, form] as const),
  ),
)('%s never sees a picture in the form of another: %o', (vendor, form) => {
  const { loss, messages } = repaired(vendor, [asks([text, form]), says(), asks()])
  expect(loss).toBe('none')
  expect(messages[0]).toEqual(asks([text, image]))
})

test.each(all)('a picture of %s keeps a media type that it has not, and is refused for ever', (vendor) => {
  const message = 'Invalid MIME type. Only image types are supported. (messages[0].content[1].image_url)'
  const error = { status: 400, error: { message, type: 'invalid_request_error' } }
  const mistyped = { type: 'image_url', image_url: { url: `data:application/octet-stream;base64,${data}` } }
  const { loss, messages } = repaired(vendor, [asks([text, mistyped]), says(), asks()], error)
  expect(loss).toBe('none')
  expect(messages[0]).toEqual(asks([text, image]))
})

test('Ollama gets the parts of a result, at which its package throws', () => {
  const told = { ...answers, content: [text, { type: 'text', text: 'All.' }] }
  for (const list of placed([asks(), calls, told, says(), asks()])) {
    const { loss, messages } = repaired('ollama', list)
    expect(loss).toBe('none')
    expect(messages).toContainEqual({ ...answers, content: 'See.\nAll.' })
  }
  const { messages } = repaired('ollama', [asks(), calls, { ...answers, content: [] }, says(), asks()])
  expect(messages[2]).toMatchObject({ content: expect.stringMatching(/./) as string })
})

test.each(['mistral', 'ollama'] as const)('a picture in a result is lost, or thrown at, by %s (I4)', (vendor) => {
  const { loss, messages, ok } = repaired(vendor, [asks(), calls, { ...answers, content: [text, image] }, says()])
  expect({ ok, isLossy: loss === 'lossy' }).toEqual({ ok: true, isLossy: false })
  expect(messages.find((message) => JSON.stringify(message).includes(data))).toMatchObject({ role: 'user' })
  expect(JSON.stringify(messages[2])).toContain('See.')
})

test.each<[string, readonly object[]]>([
  ['a user behind a result', [asks(), calls, answers, asks()]],
  ['an empty answer behind a result', [asks(), calls, answers, says(''), asks()]],
  ['an answer as the last', [asks(), says()]],
  ['a name of two words', [asks(), { ...calls, tool_calls: [{ ...call, name: 'my tool' }] }, answers, says(), asks()]],
  ['two results of one call', [asks(), calls, answers, answers, says(), asks()]],
])('Mistral refuses %s, and it is sent', (_what, list) => {
  const { changed, loss, ok } = repaired('mistral', list)
  expect({ changed, ok, isLossy: loss === 'lossy' }).toEqual({ changed: true, ok: true, isLossy: false })
})

test('ids that the package for Mistral makes anew itself are changed (I1)', () => {
  const list = [asks(), calls, answers, says(), asks()]
  expect(repaired('mistral', list).messages).toBe(list)
})

/** What @langchain/openai keeps of a call whose arguments were cut. */
const cut = {
  role: 'assistant',
  content: '',
  tool_calls: [],
  additional_kwargs: {
    tool_calls: [{ id: 'toolu_01', type: 'function', function: { name: 'read', arguments: '{"path":"a' } }],
  },
}

test.each([
  requests.mistral,
  requests.ollama,
  { provider: 'google_genai', model: 'gemini-2.5-flash' },
  { provider: 'amazon_bedrock', model: 'anthropic.claude-opus-4-6-v1:0' },
])('a call that stands only in the words of OpenAI is not sent, and its result is refused for ever: %o', (request) => {
  for (const list of placed([asks(), cut, answers, says(), asks()])) {
    const { messages, ok } = repair(list, { format: 'langchain', request })
    expect(ok).toBe(true)
    expect(messages).toContainEqual(expect.objectContaining({ tool_calls: [call] }))
  }
})

test('Groq is sent that call as it is kept, and twice', () => {
  const list = [asks(), cut, answers, says(), asks()]
  expect(repaired('groq', list).messages[1]).toMatchObject({ tool_calls: [] })
})
