import { describe, expect, test } from 'vitest'
import { holdsNothing } from '../../src/media/holds-nothing.ts'
import { isNote } from '../../src/media/is-note.ts'
import { readImageHeader } from '../../src/media/image-header.ts'

const png = '89504e470d0a1a0a 0000000d49484452 00000102 00000304'
const gif87 = '474946383761 0201 0403'
const gif89 = '474946383961 0201 0403'
/** A frame header of a JPEG, by its marker: length, precision, height, width. */
const frame = (marker: string): string => `ff${marker} 0011 08 0304 0102`
const skipped = (marker: string, length = 4): string =>
  `ff${marker} ${length.toString(16).padStart(4, '0')} ${'c0'.repeat(length - 2)}`
const webp = (chunk: string): string => `52494646 00000000 57454250 ${chunk}`
const extended = webp('56503858 0a000000 00000000 010100 030300')
const lossy = webp('56503820 00000000 000000 9d012a 0241 04c3')
const lossless = webp('5650384c 00000000 2f 01c1c0f0 0000000000')
const bmp = '424d 00000000 00000000 00000000 00000000 02010000 fcfcffff'

const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const headerOf = (bytes: Buffer): unknown => readImageHeader(bytes.toString('base64'))
const size = { width: 0x102, height: 0x304 }

describe('the header of an image', () => {
  test.each<[mediaType: string, hex: string, width?: number, height?: number]>([
    ['image/png', png],
    ['image/gif', gif87, 0x102, 0x304],
    ['image/gif', gif89, 0x102, 0x304],
    ['image/jpeg', `ffd8 ${frame('c0')}`],
    ['image/jpeg', `ffd8 ${frame('cf')}`],
    ['image/jpeg', `ffd8 ${skipped('e0')} ${skipped('c4')} ${skipped('c8')} ${skipped('cc', 7)} ${frame('c2')}`],
    ['image/jpeg', `ffd8 ${skipped('bf')} ${skipped('d0')} ffff ${frame('c1')}`],
    ['image/webp', extended],
    ['image/webp', lossy],
    ['image/webp', lossless],
    ['image/bmp', bmp],
  ])('is not read: %s %s', (mediaType, hex, width = size.width, height = size.height) => {
    const bytes = bytesOf(hex)
    const header = { mediaType, width, height }
    expect(headerOf(bytes)).toEqual(header)
    expect(headerOf(Buffer.concat([bytes, Buffer.alloc(2)]))).toEqual(header)
    const cut = headerOf(bytes.subarray(0, -1))
    expect(cut).toEqual(mediaType === 'image/jpeg' ? { mediaType, width: 0, height: 0 } : null)
  })

  test.each<[what: string, hex: string]>([
    ['nothing', ''],
    ['another mark than that of a PNG', png.replace('89', '88')],
    ['another GIF', gif89.replace('3961', '3861')],
    ['a GIF behind something', `00 ${gif89}`],
    ['one byte of a JPEG that is another', `fed8 ${frame('c0')}`],
    ['another second byte', `ffd9 ${frame('c0')}`],
    ['another third byte', 'ffd8 00'],
    ['two bytes of a JPEG', 'ffd8'],
    ['a RIFF of another kind', extended.replace('57454250', '57415645')],
    ['a WebP in no RIFF', extended.replace('52494646', '52494658')],
    ['another mark than that of a BMP', bmp.replace('424d', '424e')],
  ])('is read from %s', (_, hex) => {
    expect(headerOf(bytesOf(hex))).toBeNull()
  })

  test('of a JPEG has a size where the frame does not begin with its mark, or none at the end of what is decoded', () => {
    const atEnd = (head: number): Buffer => {
      const end = bytesOf(frame('c0'))
      const first = 0xff_ff
      const second = head - 2 - 2 - first - 2 - end.length
      return Buffer.concat([bytesOf('ffd8'), bytesOf(skipped('e1', first)), bytesOf(skipped('e1', second)), end])
    }
    expect(headerOf(bytesOf(`ffd8 ffe0 0002 00${frame('c0')}`))).toMatchObject({ width: 0, height: 0 })
    expect(headerOf(bytesOf('ffd8ff'))).toEqual({ mediaType: 'image/jpeg', width: 0, height: 0 })
    expect(headerOf(atEnd(96 * 1024))).toMatchObject(size)
    expect(headerOf(atEnd(96 * 1024 + 1))).toMatchObject({ width: 0, height: 0 })
  })
})

test.each<[part: Readonly<Record<string, unknown>>, isEmpty: boolean]>([
  [{ type: 'image' }, true],
  [{ url: undefined, file: null }, true],
  [{ url: '', file: '' }, true],
  [{ url: '', file: 'a' }, false],
  [{ url: 'a', file: null }, false],
  // A number or a flag is no medium, nor is what holds nothing.
  [{ url: 0, file: true }, true],
  [{ url: {}, file: [] }, true],
  [{ url: { id: 'a' } }, false],
  [{ url: new URL('https://example.com/a') }, false],
  // Bytes that went through JSON, the shortest of them, too.
  [{ url: [137] }, false],
  [{ url: { 0: 137 } }, false],
  [{ url: { 1: 137 } }, true],
  [{ url: ['', ['a']] }, false],
])('a part like %j that holds a medium passes for empty, or the other way round', (part, isEmpty) => {
  expect(holdsNothing(part, ['url', 'file'])).toBe(isEmpty)
})

test.each<[address: string, isWord: boolean]>([
  ['[image removed]', true],
  ['image (removed)', true],
  ['image\nremoved', true],
  ['{}', true],
  ['<image>', true],
  ['image…', true],
  ['', false],
  ['AAAA', false],
  ['https://a.example/a b', false],
  ['x-own+1.0:a b', false],
  ['DATA:image/png,a b', false],
  // What begins otherwise is no address, whatever is in it.
  ['removed: see https://a.example', false],
  ['[removed: see https://a.example]', true],
  ['1x:a b', true],
  [`${'a'.repeat(298)} b`, true],
  [`${'a'.repeat(299)} b`, false],
])('what stands in the place of an address is taken for words, or words for one: %j', (address, isWord) => {
  expect(isNote(address)).toBe(isWord)
})
