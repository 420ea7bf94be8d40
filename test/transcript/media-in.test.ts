import { expect, test } from 'vitest'
import { mediaIn } from '../../src/transcript/media-in.ts'

const png = 'iVBORw0KGgo='

test.each<[what: string, raw: unknown]>([
  ['bytes', new Uint8Array([1])],
  ['a data URL', `data:image/png;base64,${png}`],
  ['a data URL in a list', ['a', { note: `data:application/pdf,${png}` }]],
  ['bytes beside their kind', { type: 'image', mimeType: 'image/png', data: png }],
  ['bytes beside their kind, in older names', { media_type: 'image/png', data: png }],
  ['bytes beside their kind, in the AI SDK', { mediaType: 'image/png', data: new Uint8Array([1]) }],
  ['an address beside its kind', { mime_type: 'image/png', uri: 'gs://a/b.png' }],
  ['a file of Gemini', { fileData: { fileUri: 'https://example.com/a' } }],
  ['bytes of Bedrock', { image: { format: 'png', source: { bytes: png } } }],
  ['a place of Bedrock', { source: { s3Location: { uri: 's3://a/b' } } }],
  ['a link of OpenAI', { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }],
  ['a source of Anthropic', { source: { type: 'url', url: 'https://example.com/a.pdf' } }],
  ['a sound', { type: 'input_audio', input_audio: { data: png, format: 'wav' } }],
  ['images of ollama', { images: [png] }],
  ['a file of JSON', { mediaType: 'application/json', data: '{"a": 1}' }],
  ['an address that has become a text of JSON', { image_url: JSON.stringify({ url: 'https://example.com/a.png' }) }],
  ...[
    'bytes',
    'file_id',
    'file_uri',
    'file_url',
    'fileId',
    'fileUri',
    'image_url',
    'images',
    'input_audio',
    's3Location',
  ].map((field): [string, unknown] => [`what stands under ${field}`, { [field]: 'a' }]),
  ...['data', 'image', 'uri', 'url'].map((field): [string, unknown] => [
    `${field} beside its kind`,
    { mimeType: 'image/png', [field]: 'a' },
  ]),
])('%s is no medium', (_, raw) => {
  expect(mediaIn(raw)).toHaveLength(1)
})

test.each<[what: string, raw: unknown]>([
  ['nothing', undefined],
  ['words', 'data: a list, text/plain;x'],
  ['a caller', { type: 'direct' }],
  ['no bytes', new Uint8Array()],
  ['a kind alone', { mimeType: 'image/png', data: '' }],
  ['bytes of no kind', { data: 'some text' }],
  ['an address of a page', { url: 'https://example.com', title: 'A' }],
  ['an empty list of images', { images: [], image_url: '', source: 'https://example.com' }],
  ['a source without an address', { source: { type: 'url', url: '' } }],
])('%s is a medium', (_, raw) => {
  expect(mediaIn(raw)).toEqual([])
})
