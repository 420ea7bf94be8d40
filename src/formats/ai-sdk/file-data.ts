import { isRecord } from '../../json/is-record.ts'

/** Fields of a part that hold file data, by type of part. */
export const fileFields: Readonly<Record<string, string>> = { file: 'data', 'reasoning-file': 'data', image: 'image' }

/**
 * Bytes and URLs do not survive `JSON.stringify`: a `Uint8Array` comes back as an object of numbered bytes, a `Buffer` as
 * `{ type: 'Buffer', data }`, a tagged URL as its text. Gives back what was meant, or undefined when the data is sound or
 * cannot be told.
 */
export function revivedFileData(data: unknown): unknown {
  if (!isRecord(data) || ArrayBuffer.isView(data) || data instanceof URL || data instanceof ArrayBuffer)
    return undefined
  if (data['type'] === 'url' && typeof data['url'] === 'string' && URL.canParse(data['url']))
    return { ...data, url: new URL(data['url']) }
  if (data['type'] === 'data') {
    const inner = revivedBytes(data['data'])
    return inner && { ...data, data: inner }
  }
  return revivedBytes(data)
}

function revivedBytes(value: unknown): Uint8Array | undefined {
  if (!isRecord(value) || ArrayBuffer.isView(value)) return undefined
  const bytes = value['type'] === 'Buffer' && Array.isArray(value['data']) ? value['data'] : Object.values(value)
  const isNumbered = value['type'] === 'Buffer' || Object.keys(value).every((key, index) => key === String(index))
  if (!isNumbered || bytes.length === 0 || !bytes.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256))
    return undefined
  return Uint8Array.from(bytes as number[])
}
