import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import { tinyPdf, tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'

const { data } = tinyPng()
const bytes = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'))
const image = { image: { format: 'png', source: { bytes: bytes(data) } } }
const address = `data:image/png;base64,${data}`

const repaired = (part: unknown) =>
  repair([{ role: 'user', content: [{ text: 'Look.' }, part] }], { format: 'bedrock-converse' })

test.each([
  ['Chat', { type: 'image_url', image_url: { url: address, detail: 'high' } }],
  ['Responses', { type: 'input_image', image_url: address, detail: 'high' }],
  ['Anthropic', { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }],
  ['Gemini', { inlineData: { mimeType: 'image/png', data } }],
])('a picture in the words of %s is given up', (_, part) => {
  const { loss, messages, ok } = repaired(part)
  expect([ok, loss]).toEqual([true, 'none'])
  expect(messages).toEqual([{ role: 'user', content: [{ text: 'Look.' }, image] }])
})

test('a document in the words of another API loses its name, its bytes or what was said of it', () => {
  const source = { type: 'base64', media_type: 'application/pdf', data: tinyPdf }
  const { messages } = repaired({ type: 'document', source, title: 'My plan', context: 'From the boss', id: 'x 1' })
  const document = { format: 'pdf', name: 'My plan', source: { bytes: bytes(tinyPdf) } }
  expect(messages).toEqual([{ role: 'user', content: [{ text: 'Look.' }, { text: 'From the boss' }, { document }] }])
})

test('what a person said beside a picture of another API is lost, or its settings are told as words', () => {
  const part = {
    type: 'image_url',
    image_url: { url: address },
    caption: 'The wall',
    name: 'wall.png',
    quality: 'high',
  }
  const { messages } = repaired(part)
  expect(messages).toEqual([
    { role: 'user', content: [{ text: 'Look.' }, { text: 'The wall' }, { text: 'wall.png' }, image] },
  ])
})

test.each([
  ['a list', { caption: ['The wall'] }],
  ['an object', { meta: { note: 'The wall', key: 's3/9f3a' } }],
  ['a text for each language', { caption: { en: 'The wall' } }],
])('what a person said beside a picture is lost because it stands in %s', (_, beside) => {
  const { loss, messages } = repaired({ type: 'image_url', image_url: { url: address }, ...beside })
  expect(messages).toEqual([{ role: 'user', content: [{ text: 'Look.' }, { text: 'The wall' }, image] }])
  expect(loss).toBe('none')
})

test.each(['synthesised', 'lossy'] as const)('a document in plain words becomes bytes of nothing (%s)', (allow) => {
  const source = { type: 'text', media_type: 'text/plain', data: 'Hello' }
  const list = [{ role: 'user', content: [{ text: 'Look.' }, { type: 'document', source }] }]
  const { messages, ok } = repair(list, { format: 'bedrock-converse', allow })
  expect(ok).toBe(true)
  expect(messages).toEqual([{ role: 'user', content: [{ text: 'Look.' }, { text: 'Hello' }] }])
})

test('a sound becomes a document', () => {
  const part = { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }
  expect(JSON.stringify(repaired(part).messages)).not.toContain('"document"')
})
