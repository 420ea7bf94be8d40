import { expect, test } from 'vitest'
import { isCaption } from '../../src/media/is-caption.ts'
import { isEncodedText } from '../../src/media/is-encoded-text.ts'
import { isPayload } from '../../src/media/is-payload.ts'
import { isSaidBeside, isSaidInCaption } from '../../src/media/is-said-beside.ts'
import { mayBeSaid } from '../../src/media/may-be-said.ts'
import { wordsBeside } from '../../src/media/words-beside.ts'

const captions = 'alt altText caption comment description note text title transcript transcription'.split(' ')

test.each<[field: string, isIt: boolean]>([
  ...captions.flatMap((word) => [word, `${word}s`, `image_${word}`].map((field): [string, boolean] => [field, true])),
  ['imageTitle', true],
  ['IMAGE-TITLE', true],
  ['image2Title', true],
  ['image title', true],
  ['caption_id', false],
  ['subtitle', false],
  ['titleless', false],
  ['', false],
])('the field %j is taken for a caption, or one for none', (field, isIt) => {
  expect(isCaption(field)).toBe(isIt)
})

/** What only tells which part it is, of what kind, and where its medium is. */
const labels =
  'source image document image_url file file_data inlineData inline_data url media_type mediaType mime_type mimeType type format id data bytes'

const encoded = `Ab1${'x'.repeat(29)}`

test.each<[text: string, isIt: boolean]>([
  ['See data:image/png;base64,iVBORw0KGgo=', true],
  ['data:text/plain,', true],
  ['metadata:image/png,a', false],
  ['data: the wall', false],
  [' <svg width="1">', true],
  ['<?xml version="1.0"?>', true],
  ['<!DOCTYPE html>', true],
  ['<svgs>', false],
  ['See <svg>', false],
  [encoded, true],
  [` ${encoded}==\n`, true],
  [encoded.slice(0, -1), false],
  [`${encoded}===`, false],
  [`See: ${encoded}`, false],
  [encoded.toLowerCase(), false],
  [encoded.toUpperCase(), false],
  [encoded.replace('1', 'a'), false],
  // Lines of 16 letters are encoded, shorter ones are words.
  [`${encoded.slice(0, 16)}\n${encoded.slice(16)}`, true],
  [`${encoded.slice(0, 16)}\n${encoded.slice(0, 15)}`, false],
  [encoded.replaceAll(/.{11}/g, '$& '), false],
])('%j carries the bytes of a medium, or what carries them is words', (text, isIt) => {
  expect(isPayload(text)).toBe(isIt)
})

test.each<[field: string, value: unknown, isSaid: boolean]>([
  ['caption', 'Wall', true],
  ['caption', ' ', false],
  ['caption', 7, false],
  ['caption', encoded, false],
  ['key', 's3/bucket/9f3a', false],
  ['key', 'Wall', false],
  ['key', 'The wall', true],
  ['key', 'стена', true],
  ['key', 'See https://a.example, left', true],
  ['key', 'https://a.example/the wall', false],
  ['imageId', 'The wall', false],
  ['idea', 'The wall', true],
])('what stands in %s, %j, is a setting where it is said, or the other way round', (field, value, isSaid) => {
  expect(isSaidBeside(field, value)).toBe(isSaid)
  expect(isSaidInCaption(field, value)).toBe(isSaid && field === 'caption')
})

test.each<[field: string, value: unknown, isSaid: boolean]>([
  ['caption', 'Wall', true],
  ['caption', encoded, true],
  ['caption', ' ', false],
  ['caption', 7, false],
  ['zettel', 'Only the left wall', true],
  ['zettel', 'Wall, left!', true],
  ['zettel', '左', true],
  ['zettel', 'See https://a.example or so', true],
  ['zettel', 'left', false],
  ['zettel', 'A b C', false],
  ['exif', 'Canon EOS 5D', false],
  ['exif', 'Canon xEOS5', false],
  ['path', '/home/me/left wall', false],
  ['path', '~/left wall', false],
  ['path', '\\\\host\\left wall', false],
  ['path', './left wall', false],
  ['path', '..\\left wall', false],
  ['path', ' https://a.example/left wall', false],
  ['data', 'the data:image/png;base64,iVBORw0KGgo= here', false],
])(
  'what may be said in %s, %j, is taken for the writing of a program, or the other way round',
  (field, value, isSaid) => {
    expect(mayBeSaid(field, value)).toBe(isSaid)
  },
)

test.each<[part: Readonly<Record<string, unknown>>, said: readonly string[], name?: string]>([
  [{ type: 'image', source: {}, caption: 'The wall', detail: 'high' }, ['The wall']],
  [{ type: 'image', meta: { note: 'Mine' } }, ['Mine']],
  [{ source: { caption: 'Mine' } }, ['Mine']],
  [{ caption: { type: 'The wall' } }, []],
  [{ caption: { en: 'Wall', de: ['Wand', ['Mauer']] } }, ['Wall', 'Wand', 'Mauer']],
  [{ caption: { note: 'Wall' } }, ['Wall']],
  [{ note: 7, caption: { at: 7, width: 9 } }, ['7']],
  [{ title: 'a b.png', caption: 'Wall' }, ['Wall'], 'a b.png'],
  [Object.fromEntries(labels.split(' ').map((of) => [of, 'a wall'])), []],
])('row %$: what a part says beside its medium is lost, or what only describes it is said', (part, said, name) => {
  expect(wordsBeside(part, { mediaType: 'image/png', data: '', name })).toEqual(said)
  expect(wordsBeside(part)).toEqual([...(name === undefined ? [] : [name]), ...said])
})

test.each<[data: string, isIt: boolean]>([
  ['SGVsbG8=', true],
  ['YQliCg==', true],
  ['SGVsbG8gV29ybGQx', true],
  ['SGVsbG8gV29y', false],
  ['SGVsbG8gV29ybGQxx', false],
  ['AAAAAAAAAAAAAAAA', false],
  ['/////////////w==', false],
  ['Hello', false],
  ['text', false],
])('%s passes for encoded text, or encoded text for words', (data, isIt) => {
  expect(isEncodedText(data)).toBe(isIt)
})
