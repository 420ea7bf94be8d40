import { isRecord } from '../../json/is-record.ts'
import { revivedBytes } from '../../json/revived-bytes.ts'

/** Fields of a part that hold file data, by type of part. */
export const fileFields: Readonly<Record<string, string>> = { file: 'data', 'reasoning-file': 'data', image: 'image' }

/** What tagged data holds behind its tag. */
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

/** The same for what the model has drawn while it thought (`reasoningFilePartSchema`): no references. */
export function isReasoningFileData(value: unknown): boolean {
  return (
    isInline(value) || value instanceof URL || (isTagged(value) && ['data', 'url'].includes(value['type'] as string))
  )
}

function isInline(value: unknown): boolean {
  return typeof value === 'string' || value instanceof Uint8Array || value instanceof ArrayBuffer
}

/** Where the provider keeps a file, by the provider's name; none is called `type`, which is a tag that nobody knows. */
function isReference(value: unknown): boolean {
  if (!isRecord(value) || ArrayBuffer.isView(value) || 'type' in value) return false
  return Object.values(value).every((id) => typeof id === 'string')
}

function isTagged(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && taggedData.get(value['type'])?.(value[value['type'] as string]) === true
}

/**
 * Bytes and URLs do not survive `JSON.stringify`: a tagged URL comes back as its text, bytes as numbers. Gives back what was meant, or
 * undefined when the data is sound or cannot be told.
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
