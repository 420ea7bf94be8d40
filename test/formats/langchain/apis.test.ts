import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'
import { type Api, apis, askLangchain } from './ask-langchain.ts'

const { data } = tinyPng()
const url = `data:image/png;base64,${data}`
const pdf = Buffer.from('%PDF-1.4\n%%EOF').toString('base64')
const wav = 'UklGRiQAAABXQVZF'
const said = { type: 'text', text: 'Look.' }
const image = { type: 'image_url', image_url: { url } }
const block = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }
const call = { type: 'tool_call', id: 'c1', name: 'read', args: {} }
const asked = { role: 'assistant', content: 'I read it.', tool_calls: [call] }
const standard = { response_metadata: { output_version: 'v1' } }

const shows = (part: unknown): readonly object[] => [{ role: 'user', content: [said, part] }]
const answers = (part: unknown): readonly object[] => [
  { role: 'user', content: 'Read it.' },
  asked,
  { role: 'tool', tool_call_id: 'c1', content: [said, part] },
]
const speaks = (part: unknown): readonly object[] => [
  { role: 'user', content: 'Look.' },
  { role: 'assistant', content: [said, part] },
  { role: 'user', content: 'Go on.' },
]
const repaired = (api: Api, list: readonly object[], allow: 'lossy' | 'synthesised' = 'synthesised') =>
  repair(list, { format: 'langchain', request: { ...apis[api] }, allow })

test.each<[Api, string, readonly object[], unknown]>([
  ['chat', 'of the Messages API', shows(block), image],
  ['chat', 'of the newer LangChain', shows({ type: 'image', mimeType: 'image/png', data }), image],
  [
    'chat',
    'at an address',
    shows({ type: 'image', url: 'https://a.b/c.png' }),
    { image_url: { url: 'https://a.b/c.png' } },
  ],
  ['chat', 'of the Responses API', shows({ type: 'input_image', image_url: url }), image],
  ['chat', 'as a bare address', shows({ type: 'image_url', image_url: url }), image],
  ['chat', 'of Gemini', shows({ inlineData: { mimeType: 'image/png', data } }), image],
  [
    'chat',
    'that its package for Gemini has read',
    shows({ type: 'inlineData', inlineData: { mimeType: 'image/png', data } }),
    image,
  ],
  ['chat', 'of Converse', shows({ image: { format: 'png', source: { bytes: data } } }), image],
  [
    'claude',
    'without the head of its address',
    shows({ type: 'image_url', image_url: { url: `image/png;base64,${data}` } }),
    image,
  ],
  [
    'chat',
    'under another type',
    shows({ type: 'image_url', image_url: { url: `data:image/gif;base64,${data}` } }),
    image,
  ],
  ['chat', 'of the model', speaks(image), image],
  ['chat', 'of a system message', [{ role: 'system', content: [said, image] }, ...shows(said)], image],
  ['chat', 'in a result', answers(image), image],
  ['chat', 'of a server of tools in a result', answers({ type: 'image', mimeType: 'image/png', data }), image],
  [
    'responses',
    'of the older LangChain',
    shows({ type: 'image', source_type: 'base64', mime_type: 'image/png', data }),
    image,
  ],
  [
    'claude',
    'of the older LangChain',
    shows({ type: 'image', source_type: 'base64', mime_type: 'image/png', data }),
    block,
  ],
  ['claude', 'that is called a file', shows({ type: 'file', mediaType: 'image/png', data }), block],
  ['claude', 'without its address', shows({ type: 'image_url', image_url: { url: data } }), image],
  [
    'claude',
    'of the older LangChain in a result',
    answers({ type: 'image', source_type: 'base64', mime_type: 'image/png', data }),
    block,
  ],
])('a picture is lost, or refused by its API: %s, %s (I4)', async (api, _what, list, shown) => {
  expect(await askLangchain(api, list)).not.toBeNull()
  const { loss, messages } = repaired(api, list)
  expect(loss).not.toBe('lossy')
  expect(await askLangchain(api, messages)).toBeNull()
  expect(messages.flatMap((message) => (message as { content: unknown }).content)).toContainEqual(
    expect.objectContaining(shown),
  )
})

test.each<[Api, string, readonly object[], string]>([
  ['chat', 'part that nobody knows', shows({ type: 'widget', body: 'A plan.' }), 'A plan.'],
  ['chat', 'text of Converse', shows({ text: { value: 'A plan.' } }), 'A plan.'],
  ['chat', 'text of the Responses API', shows({ type: 'input_text', text: 'A plan.' }), 'A plan.'],
  ['chat', 'spoken text of the Responses API', speaks({ type: 'output_text', text: 'A plan.' }), 'A plan.'],
  ['chat', 'part of a result that nobody knows', answers({ type: 'widget', body: 'A plan.' }), 'A plan.'],
  [
    'chat',
    'resource in a result',
    answers({ type: 'resource', resource: { uri: 'file:///a', text: 'A plan.' } }),
    'A plan.',
  ],
  [
    'responses',
    'text of the older LangChain',
    shows({ type: 'text', source_type: 'text', text: 'A plan.' }),
    'A plan.',
  ],
  ['claude', 'result in a result', answers({ type: 'tool_result', tool_use_id: 'x', content: 'A plan.' }), 'A plan.'],
  ['claude', 'thought in a result', answers({ type: 'thinking', thinking: 'A plan.', signature: 'x' }), 'A plan.'],
  [
    'claude',
    'part of a system message',
    [{ role: 'system', content: [{ type: 'widget', body: 'A plan.' }] }, ...shows(said)],
    'A plan.',
  ],
])('what was said is lost, or refused by its API: %s, a %s (I4)', async (api, _what, list, text) => {
  expect(await askLangchain(api, list)).not.toBeNull()
  const { messages } = repaired(api, list)
  expect(await askLangchain(api, messages)).toBeNull()
  expect(JSON.stringify(messages)).toContain(text)
})

test('the call in the words of the Responses API that stands in the content is refused for ever by Chat Completions', async () => {
  const content = [said, { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{"a":1}' }]
  const list = [...answers(said)].with(1, { role: 'assistant', content })
  const { messages } = repaired('chat', list)
  expect(messages[1]).toMatchObject({ tool_calls: [{ id: 'c1', name: 'read', args: { a: 1 } }] })
  expect(await askLangchain('chat', messages)).toBeNull()
})

test.each<[Api, string]>([
  ['chat', 'tool_use'],
  ['responses', 'tool_use'],
  ['claude', 'tool_call'],
])('a call in the content that is not sent leaves its result alone: %s', async (api, type) => {
  const content = [said, { type, id: 'c1', name: 'read', input: {}, args: {} }]
  const list = [...answers(said)].with(1, { role: 'assistant', content, tool_calls: [] })
  expect(await askLangchain(api, list)).not.toBeNull()
  const { loss, messages } = repaired(api, list)
  expect(loss).toBe('none')
  expect(await askLangchain(api, messages)).toBeNull()
})

test('a call that only repeats another, under an id of its own, becomes a call that nothing answers', () => {
  const content = [said, { type: 'tool_use', id: 'other', name: 'read', input: {} }]
  const list = [...answers(said)].with(1, { ...asked, content })
  expect(repaired('chat', list).messages).toBe(list)
})

test.each<[string, readonly object[]]>([
  ['a call without its result', speaks({ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} })],
  ['a result without its call', speaks({ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] })],
  ['a call of a user', shows({ type: 'tool_use', id: 'c1', name: 'read', input: {} })],
  ['sound', shows({ type: 'audio', source_type: 'base64', mime_type: 'audio/wav', data: wav })],
])('what Claude or its package refuses is sent for ever: %s', async (_what, list) => {
  expect(await askLangchain('claude', list)).not.toBeNull()
  expect(await askLangchain('claude', repaired('claude', list, 'lossy').messages)).toBeNull()
})

test('a tool of the provider whose result comes with a later answer is told as one without', () => {
  const list = [
    ...speaks({ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }),
    { role: 'assistant', content: [{ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }, said] },
  ]
  expect(repaired('claude', list).messages).toBe(list)
})

test.each<[Api, string, readonly object[]]>([
  [
    'chat',
    'data of the older LangChain',
    shows({ type: 'image', source_type: 'base64', mime_type: 'image/png', data }),
  ],
  [
    'chat',
    'a file',
    shows({ type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${pdf}` } }),
  ],
  ['chat', 'thinking', speaks({ type: 'thinking', thinking: 'Hm.', signature: 'x' })],
  ['chat', 'a refusal', speaks({ type: 'refusal', refusal: 'No.' })],
  ['chat', 'standard blocks', [{ ...shows({ type: 'image', mimeType: 'image/png', data })[0], ...standard }]],
  ['responses', 'an image of its own', shows({ type: 'input_image', image_url: url, detail: 'auto' })],
  ['responses', 'a bare address', shows({ type: 'image_url', image_url: url })],
  ['responses', 'what is left out', shows({ type: 'widget', body: 'A plan.' })],
  ['chat', 'what standard blocks leave out', [{ ...shows({ type: 'widget', body: 'A plan.' })[0], ...standard }]],
  ['claude', 'an image of its own in a result', answers(block)],
  ['claude', 'what is left out of a result', answers({ type: 'widget', body: 'A plan.' })],
  ['claude', 'an image of the newer LangChain in a result', answers({ type: 'image', mimeType: 'image/png', data })],
  ['claude', 'an image of the newer LangChain', shows({ type: 'image', mimeType: 'image/png', data })],
])('what is sent and taken is changed: %s, %s (I1)', async (api, _what, list) => {
  expect(await askLangchain(api, list)).toBeNull()
  expect(repaired(api, list).messages).toBe(list)
})

test('a picture that Claude takes is written anew with the one beside it', () => {
  const list = [...answers(said)]
  const older = { type: 'image', source_type: 'base64', mime_type: 'image/png', data }
  list[2] = { ...list[2], content: [block, older] }
  expect(repaired('claude', list).messages[2]).toMatchObject({ content: [block, block] })
  expect((repaired('claude', list).messages[2] as { content: unknown[] }).content[0]).toBe(block)
})

// Each of the two takes what the other refuses.
test('a part of the Responses API is changed where nobody tells which API is asked', () => {
  const list = shows({ type: 'input_image', image_url: url, detail: 'auto' })
  const request = { provider: 'openai', model: 'gpt-4o' }
  expect(repair(list, { format: 'langchain', request }).messages).toBe(list)
})

test('sound of the newer LangChain is given up although Chat Completions takes it', async () => {
  const { loss, messages } = repaired('chat', shows({ type: 'audio', mimeType: 'audio/wav', data: wav }))
  expect(loss).toBe('none')
  expect(messages).toMatchObject([
    { content: [said, { type: 'input_audio', input_audio: { data: wav, format: 'wav' } }] },
  ])
  expect(await askLangchain('chat', messages)).toBeNull()
})

test('sound that nothing sends is given up without consent (I4)', () => {
  const list = shows({ type: 'audio', source_type: 'base64', mime_type: 'audio/ogg', data: 'T2dnUw==' })
  expect(repaired('chat', list).messages).toBe(list)
  expect(repaired('chat', list, 'lossy').loss).toBe('lossy')
})

test('bytes in place of an address are taken for one', () => {
  const { messages } = repaired('responses', shows({ type: 'input_image', image_url: data }))
  expect(messages).toEqual(shows({ type: 'input_image', image_url: url }))
})
