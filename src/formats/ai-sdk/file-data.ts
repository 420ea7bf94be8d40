import { isRecord } from '../../json/is-record.ts'
import { revivedBytes } from '../../json/revived-bytes.ts'

/** Fields of a part that hold file data, by type of part. */
export const fileFields: Readonly<Record<string, string>> = { file: 'data', 'reasoning-file': 'data', image: 'image' }

/** The check of tagged data, by its tag. */
const taggedData: ReadonlyMap<unknown, (value: unknown) => boolean> = new Map<unknown, (value: unknown) => boolean>([
  ['data', isInline],
  ['url', (value) => value instanceof URL],
  ['reference', isReference],
  ['text', (value) => typeof value === 'string'],
])

/** Whether the schema takes the value for the data of a file (`filePartSchema` of ai 7.0). */
export function isFileData(value: unknown): boolean {
  return isInline(value) || value instanceof URL || isReference(value) || isTagged(value)
}

/** As {@link isFileData}, for images that the model drew while it thought (`reasoningFilePartSchema`): no references. */
export function isReasoningFileData(value: unknown): boolean {
  return (
    isInline(value) || value instanceof URL || (isTagged(value) && ['data', 'url'].includes(value['type'] as string))
  )
}

function isInline(value: unknown): boolean {
  return typeof value === 'string' || value instanceof Uint8Array || value instanceof ArrayBuffer
}

/** A file kept by providers: ids by the provider's name. A `type` field is no such name, but an unknown tag. */
function isReference(value: unknown): boolean {
  if (!isRecord(value) || ArrayBuffer.isView(value) || 'type' in value) return false
  return Object.values(value).every((id) => typeof id === 'string')
}

function isTagged(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && taggedData.get(value['type'])?.(value[value['type'] as string]) === true
}

/**
 * Bytes and URLs do not survive `JSON.stringify`: a tagged URL is read back as a string, bytes as numbers. Returns the original form, or
 * undefined when the data is sound or the form cannot be told.
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
