import { expect, test } from 'vitest'
import { crc32c } from '../../src/record-log/crc32c.ts'

const sequence = (length: number, byteAt: (index: number) => number): Buffer =>
  Buffer.from(Array.from({ length }, (_, index) => byteAt(index)))

/** RFC 3720, B.4, and the check value of the catalogue of CRCs. */
test.each([
  ['123456789', Buffer.from('123456789'), 'e3069283'],
  ['32 zeros', sequence(32, () => 0), '8a9136aa'],
  ['32 ones', sequence(32, () => 255), '62a8ab43'],
  ['32 ascending', sequence(32, (index) => index), '46dd794e'],
  ['32 descending', sequence(32, (index) => 31 - index), '113fdb5c'],
  ['nothing', Buffer.alloc(0), '0'],
])('the CRC-32C of %s is not that of the standard', (_name, bytes, expected) => {
  expect(crc32c(bytes).toString(16)).toBe(expected)
  const inside = Buffer.concat([Buffer.from('xyz'), bytes, Buffer.from('!')])
  expect(crc32c(inside, 3, 3 + bytes.length).toString(16)).toBe(expected)
})
