import { isRecord } from './is-record.ts'

/**
 * Bytes do not survive `JSON.stringify`: a `Uint8Array` becomes an object of numbered bytes, a `Buffer` `{ type: 'Buffer', data }`, and
 * others a list of numbers. Returns the bytes; undefined for other values, and for bytes that are sound.
 *
 * @example
 * revivedBytes({ 0: 137, 1: 80 }) // Uint8Array [137, 80]
 */
export function revivedBytes(value: unknown): Uint8Array | undefined {
  const bytes = numbersOf(value)
  if (bytes.length === 0 || !bytes.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256)) return undefined
  return Uint8Array.from(bytes)
}

function numbersOf(value: unknown): readonly number[] {
  if (Array.isArray(value)) return value
  if (!isRecord(value) || ArrayBuffer.isView(value)) return []
  if (value['type'] === 'Buffer' && Array.isArray(value['data'])) return value['data']
  return Object.keys(value).every((key, index) => key === String(index)) ? (Object.values(value) as number[]) : []
}
