import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'

const { data } = tinyPng()
const requests = {
  chat: { provider: 'openai', model: 'gpt-4o', api: 'chat' },
  claude: { provider: 'anthropic', model: 'claude-sonnet-4-5' },
  converse: { provider: 'amazon_bedrock', model: 'anthropic.claude-sonnet-4-5-v1:0' },
  google: { provider: 'google_genai', model: 'gemini-3-pro' },
  responses: { provider: 'openai', model: 'gpt-4o', api: 'responses' },
}
const media = [
  { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
  { type: 'image', source: { type: 'url', url: 'https://a.b/c.png' } },
  { type: 'image', image: { format: 'png', source: { bytes: data } } },
  { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
  { type: 'input_image', image_url: `data:image/png;base64,${data}` },
]
const rows = Object.entries(requests).flatMap(([name, request]) =>
  media.flatMap((medium) => ['caption', 'text'].map((field) => [name, field, request, medium] as const)),
)

test.each(rows)('for %s the %s beside a picture is lost (I4)', (_name, field, request, medium) => {
  const words = 'This is my cat.'
  const list = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look.' },
        { ...medium, [field]: words },
      ],
    },
  ]
  const { messages } = repair(list, { format: 'langchain', request, allow: 'lossy' })
  const { content } = messages[0] as { content: readonly unknown[] }
  expect(content.slice(0, 2)).toEqual([
    { type: 'text', text: 'Look.' },
    { type: 'text', text: words },
  ])
  expect(JSON.stringify(content[2])).toContain('source' in medium && medium.source.type === 'url' ? 'a.b/c.png' : data)
})

test.each(Object.entries(requests))('for %s a picture without words is written in two parts (I1)', (_name, request) => {
  const list = [{ role: 'user', content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }] }]
  expect(repair(list, { format: 'langchain', request }).messages).toBe(list)
})

test.each([
  ['of the Responses API', { type: 'input_image', image_url: `data:image/png;base64,${data}` }],
  ['of Gemini', { type: 'media', mimeType: 'image/png', data }],
  ['of Converse', { type: 'image', image: { format: 'png', source: { bytes: data } } }],
])('a picture %s is left out for Claude, unseen', (_form, part) => {
  const list = [{ role: 'user', content: [{ type: 'text', text: 'Look.' }, part] }]
  const { loss, messages } = repair(list, { format: 'langchain', request: requests.claude })
  expect(loss).toBe('none')
  expect(messages[0]).toMatchObject({
    content: [{ text: 'Look.' }, { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }],
  })
})

test('what a tool gave back in another form is left out for Claude, unseen (I4)', () => {
  const call = { type: 'tool_call', id: 'c1', name: 'read', args: {} }
  const part = { type: 'input_text', text: 'Found.' }
  const list = [
    { role: 'user', content: 'Read it.' },
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: [part] },
  ]
  const { messages } = repair(list, { format: 'langchain', request: requests.claude })
  expect(messages[2]).toMatchObject({ content: [{ type: 'text', text: 'Found.' }] })
})

test.each([
  ['of a type that is none', { type: 'image', source_type: 'base64', mime_type: 'image/jpg', data }],
  ['of no type', { type: 'image', source_type: 'base64', mime_type: 'application/octet-stream', data }],
  ['whose bytes a store has made a text of', { type: 'image', image: { format: 'png', source: { bytes: data } } }],
])('an image %s is refused for Converse, or thrown at', (_what, part) => {
  const list = [{ role: 'user', content: [{ type: 'text', text: 'Look.' }, part] }]
  const { messages } = repair(list, { format: 'langchain', request: requests.converse })
  expect(messages[0]).toMatchObject({ content: [{}, { image_url: { url: `data:image/png;base64,${data}` } }] })
})
