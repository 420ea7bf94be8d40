import { expect, test } from 'vitest'
import { bytesInAddress } from '../../src/media/bytes-in-address.ts'
import { isOfMachine } from '../../src/media/is-of-machine.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB'
const pdf = 'JVBERi0xLjQ='

test.each<[address: string, mediaType: string | undefined, data?: string]>([
  [`data:image/png;base64,${png}`, 'image/png', png],
  [`DATA:image/jpeg;a=b;base64,${png}`, 'image/png', png],
  [`image/svg+xml;base64,${png}`, 'image/png', png],
  [`data:image/png,${png}`, 'image/png', png],
  [`;base64,${png}`, 'image/png', png],
  [`base64,${png}`, 'image/png', png],
  [`,${png}`, 'image/png', png],
  [png, 'image/png', png],
  [`data:;base64,${pdf}`, 'application/pdf', pdf],
  [`a ${pdf}`, undefined],
  [`x,${png}`, undefined],
  ['https://a.example/a.png', undefined],
  ['', undefined],
])('the bytes in %s are not found, or an address is taken for some', (address, mediaType, data) => {
  expect(bytesInAddress(address)).toEqual(mediaType && { mediaType, data })
})

test.each<[address: string, isIt: boolean]>([
  ['/home/me/a.png', true],
  ['~/a.png', true],
  ['./a.png', true],
  ['../a.png', true],
  ['/', true],
  ['blob:https://a.example/1', true],
  ['CONTENT://media/1', true],
  [`/${'a'.repeat(4095)}`, true],
  [`/${'a'.repeat(4096)}`, false],
  ['//a.example/a.png', false],
  ['.../a.png', false],
  ['a/b.png', false],
  ['a blob:1', false],
  ['file:///a.png', false],
  ['https://a.example/a.png', false],
  // Bytes of a JPEG.
  ['/9j/4AAQ', false],
])('%s can be followed by a provider, or cannot', (address, isIt) => {
  expect(isOfMachine(address)).toBe(isIt)
})
