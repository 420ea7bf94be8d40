import { expect, it } from 'vitest'
import { dataUrlOf, type ForeignMedium, foreignMedium, namedImage } from '../../src/media/foreign-medium.ts'

const data = 'iVBORw0KGgo='
const png = { mediaType: 'image/png', data, name: undefined }
const csv = { mediaType: 'text/csv', data: 'YWJj', name: undefined }
const address = `data:image/png;base64,${data}`
type Row = [what: string, raw: unknown, medium: ForeignMedium | undefined]
const formats = ['png', 'jpeg', 'gif', 'webp']
const holders = 'source image document image_url file file_data inlineData inline_data url data'.split(' ')
const types = 'media_type mediaType mime_type mimeType'.split(' ')
const names = 'filename title displayName display_name name'.split(' ')

it.each([
  ['Anthropic', { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }, png],
  [
    'Anthropic, with a title',
    { type: 'document', title: 'a.pdf', source: { type: 'base64', media_type: 'application/pdf', data } },
    { mediaType: 'application/pdf', data, name: 'a.pdf' },
  ],
  ['Chat', { type: 'image_url', image_url: { url: address } }, png],
  ['Chat, a file', { type: 'file', file: { filename: 'a.png', file_data: address } }, { ...png, name: 'a.png' }],
  ['Responses', { type: 'input_image', image_url: address }, png],
  ['Responses, a file', { type: 'input_file', filename: 'a.png', file_data: address }, { ...png, name: 'a.png' }],
  ['Gemini', { inlineData: { mimeType: 'image/png', data } }, png],
  ['Gemini, in snake case', { inline_data: { mime_type: 'image/png', data } }, png],
  ['Converse', { image: { format: 'png', source: { bytes: data } } }, png],
  ['Converse, of an SDK', { image: { format: 'png', source: { bytes: Buffer.from(data, 'base64') } } }, png],
  ['AI SDK', { type: 'file', mediaType: 'image/png', data }, png],
  ['Anthropic, a text', { source: { type: 'base64', media_type: 'text/csv', data: 'YWJj' } }, csv],
  ['AI SDK, a text', { type: 'file', mediaType: 'text/csv', data: 'YWJjCg==' }, { ...csv, data: 'YWJjCg==' }],
  ['AI SDK, an image', { type: 'image', image: address }, png],
])('a medium as %s writes it is not read', (_, raw, medium) => {
  expect(foreignMedium(raw)).toEqual(medium)
  expect(dataUrlOf(foreignMedium(raw)!)).toBe(`data:${medium.mediaType};base64,${medium.data}`)
})

it.each([
  ['an address', { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }],
  ['an address that carries no base64', { type: 'image_url', image_url: { url: 'data:text/plain,hello' } }],
  ['bytes of no type', { type: 'image', source: { type: 'base64', data } }],
  ['nothing', { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } }],
  ['words in place of bytes', { inlineData: { mimeType: 'image/png', data: 'image omitted' } }],
  [
    'the result of a tool with an image in it',
    { type: 'tool_result', content: [{ type: 'image', source: { media_type: 'image/png', data } }] },
  ],
  ['words', { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Hello' } }],
  ['a word of four letters', { type: 'file', mediaType: 'text/plain', data: 'text' }],
  ['words in the letters of base64', { source: { media_type: 'text/markdown', data: 'ThisIsNoBase64AtAllButWords1' } }],
  ['text', { text: 'hello' }],
  ['null', null],
])('%s is taken for a medium', (_, raw) => {
  expect(foreignMedium(raw)).toBeUndefined()
})

it.each<Row>([
  ...holders.map((holder): Row => [holder, { [holder]: address }, png]),
  ...types.map((type): Row => [type, { [type]: 'image/png', data }, png]),
  ...names.map((name): Row => [name, { [name]: 'a.png', url: address }, { ...png, name: 'a.png' }]),
  ...formats.map((format): Row => [
    format,
    { format, source: { bytes: data } },
    { ...png, mediaType: `image/${format}` },
  ]),
  ['pdf', { format: 'pdf', source: { bytes: data } }, { ...png, mediaType: 'application/pdf' }],
  ['docx', { format: 'docx', source: { bytes: data } }, undefined],
  ['the inner name', { name: 'a.png', file: { name: 'b.png', file_data: address } }, { ...png, name: 'b.png' }],
])('what %s says of a medium is not read', (_, raw, medium) => {
  expect(foreignMedium(raw)).toEqual(medium)
})

it.each([
  ['a named image', { name: 'a.png', url: address }, true],
  ['an image without a name', { url: address }, false],
  ['a document', { format: 'pdf', name: 'a.pdf', bytes: data }, false],
  ['nothing', null, false],
])('%s is no image with a name, or one', (_, raw, isIt) => {
  expect(namedImage(raw)).toEqual(isIt ? { ...png, name: 'a.png' } : undefined)
})
