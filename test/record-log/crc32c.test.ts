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

/** As the standard defines it, bit by bit. */
function bitByBit(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1
  }
  return ~crc >>> 0
}

test('the CRC-32C depends on where in the memory the bytes lie, or on how many they are', () => {
  const memory = sequence(120, (index) => (index * 167 + (index >> 3)) & 255)
  for (let start = 0; start < 9; start += 1)
    for (let end = start; end < 90; end += 1)
      for (const bytes of [memory, memory.subarray(start), new Uint8Array(memory)]) {
        const from = bytes.length === memory.length ? start : 0
        const to = end - start + from
        expect(crc32c(bytes, from, to)).toBe(bitByBit(bytes.subarray(from, to)))
      }
})
