import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import { tinyPdf, tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'

const { data, mediaType } = tinyPng()
const source = { type: 'base64', media_type: mediaType, data }
const url = 'https://example.com/a.png'
const address = `data:${mediaType};base64,${data}`
const image = { type: 'image', source }
const linked = { type: 'image', source: { type: 'url', url } }
const pdf = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: tinyPdf } }
const said = { type: 'text', text: 'a' }

const repaired = (block: unknown): unknown => {
  const result = repair([{ role: 'user', content: [block, said] }], { format: 'anthropic-messages' })
  return [result.loss, (result.messages[0] as { content: unknown }).content]
}

test.each([
  [{ type: 'image_url', image_url: { url: address } }, image],
  [{ type: 'input_image', image_url: address }, image],
  [{ inlineData: { mimeType: mediaType, data } }, image],
  [{ image: { format: 'png', source: { bytes: data } } }, image],
  [{ type: 'image', image: data, mediaType }, image],
  [{ type: 'file', data, mediaType }, image],
  [{ type: 'image', data, mimeType: mediaType }, image],
  [{ source }, image],
  [{ type: 'image', source: JSON.stringify(source) }, image],
  [{ type: 'image', source: address }, image],
  [{ type: 'image', source: { value: source } }, image],
  [{ type: 'image', source: [source] }, image],
  [{ type: 'image', source: url }, linked],
  [
    { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${tinyPdf}` } },
    { ...pdf, title: 'a.pdf' },
  ],
  [
    { type: 'document', source: 'Words of it.' },
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Words of it.' } },
  ],
])('a picture or a document in the words of another API is given up: %#', (block, meant) => {
  expect(repaired(block)).toEqual(['none', [meant, said]])
})

test.each([
  [{ type: 'image_url', image_url: { url: address }, caption: 'It is mine.' }, 'It is mine.'],
  [{ type: 'image_url', image_url: { url: address, alt: 'It is mine.' } }, 'It is mine.'],
  [{ type: 'file', data, mediaType, note: 'It is mine.' }, 'It is mine.'],
  [{ inlineData: { mimeType: mediaType, data, displayName: 'mine.png' } }, 'mine.png'],
  [{ type: 'document', source: '{"report":"It is mine."}' }, 'It is mine.'],
])('words beside a picture, or in a source, get lost without a word: %#', (block, words) => {
  const asked = [{ role: 'user', content: [block, said] }]
  for (const allow of ['synthesised', 'lossy'] as const) {
    const { loss, messages } = repair(asked, { format: 'anthropic-messages', allow })
    expect(loss === 'lossy' || JSON.stringify(messages).includes(words)).toBe(true)
  }
})

test.each([[image], [linked], [pdf]])('one in its own words is touched: %#', (block) => {
  const messages = [{ role: 'user', content: [block, said] }]
  expect(repair(messages, { format: 'anthropic-messages' }).messages).toBe(messages)
})

test('an address that is a medium of nothing but its name is told as words, or a sound as a picture', () => {
  const sound = { type: 'input_audio', input_audio: { format: 'mp3', data: 'QUJD' } }
  expect(JSON.stringify(repaired(sound))).not.toContain('"image"')
  const blank = { type: 'image', source: { type: 'file', file_id: ' \u00a0' } }
  const { loss, ok } = repair([{ role: 'user', content: [blank, said] }], {
    format: 'anthropic-messages',
    allow: 'synthesised',
  })
  expect([ok, loss]).toEqual([true, 'synthesised'])
})
