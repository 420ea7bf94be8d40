import { expect, test } from 'vitest'
import { respeltBase64 } from '../../src/media/respelt-base64.ts'

const bytes = Buffer.from([251, 255, 190, 1])
const plain = bytes.toString('base64')

test.each([
  ['in lines', `${plain.slice(0, 3)}\r\n${plain.slice(3)}\n`],
  ['in the alphabet of addresses', bytes.toString('base64url')],
  ['without what fills it up', plain.replace(/=+$/, '')],
])('base64 stays as some decoders refuse it: %s', (_how, text) => {
  expect(respeltBase64(text)).toBe(plain)
})

test.each([
  ['it is so already', plain],
  ['it is an address', 'https://example.com/a-b'],
  ['a sign is missing', 'iVBOR'],
  ['nothing is there', '\n'],
])('a text is spelt anew although %s', (_why, text) => {
  expect(respeltBase64(text)).toBeUndefined()
})
