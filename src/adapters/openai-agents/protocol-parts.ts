import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { ownValue } from '../../json/own-value.ts'

type Fields = Readonly<Record<string, unknown>>

/** The conversion of a value between the SDK's protocol (`from`) and the wire of the Responses API (`to`). */
export interface Conversion {
  to(value: unknown): unknown
  from(value: unknown): unknown
}

/** The value with keys in snake case, as the SDK sends it: objects in lists stay as they are. */
export function snakeCased(value: unknown): unknown {
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [
    key.replace(/([A-Z])/g, '_$1').toLowerCase(),
    snakeCased(inner),
  ])
  return Object.fromEntries(entries)
}

/** The fields of `providerData`, without those that the SDK writes itself. */
export function addedFields(providerData: unknown, own: ReadonlySet<string>): Fields {
  const added = Object.entries(isRecord(providerData) ? (snakeCased(providerData) as Fields) : {})
  return Object.fromEntries(added.filter(([name]) => !own.has(name)))
}

/** The part that the SDK will make of each of its parts; the original is restored where a repair changes nothing (I6). */
const wireParts = new WeakMap<object, Fields>()
const protocolParts = new WeakMap<object, Fields>()

const fileFields = ['file_id', 'file_url', 'file_data'] as const

/** A string is a URL of the file, or the file itself. */
function fileOf(file: unknown): Fields {
  if (isRecord(file)) return typeof file['id'] === 'string' ? { file_id: file['id'] } : { file_url: file['url'] }
  if (typeof file !== 'string') return {}
  return /^\s*https?:/.test(file) ? { file_url: file.trim() } : { file_data: file.trim() }
}

function imageOf(image: unknown): Fields {
  if (isRecord(image)) return { file_id: image['id'] }
  return typeof image === 'string' ? { image_url: image } : {}
}

/** Fields of a part that have other names on the wire, by the part's type. */
const partFields: Readonly<Record<string, (part: Fields) => Fields>> = {
  input_image: ({ image, imageUrl, fileId }) => ({
    ...imageOf(image ?? imageUrl),
    ...(fileId !== undefined && { file_id: fileId }),
  }),
  input_file: ({ file, fileData, fileUrl, fileId }) => ({
    ...fileOf(file),
    ...(fileData !== undefined && { file_data: fileData }),
    ...(fileUrl !== undefined && { file_url: fileUrl }),
    ...(fileId !== undefined && { file_id: fileId }),
  }),
  output_text: () => ({ annotations: [] }),
}
const read: ReadonlySet<string> = new Set([
  'file',
  'fileData',
  'fileId',
  'fileUrl',
  'image',
  'imageUrl',
  'providerData',
])

/** A part of a message or an output in its wire form. */
function wirePart(part: unknown): unknown {
  if (!isRecord(part)) return part
  const known = wireParts.get(part)
  if (known !== undefined) return known
  const { promptCacheBreakpoint: mark, ...fields } = part
  const kept = Object.fromEntries(Object.entries(fields).filter(([field]) => !read.has(field)))
  const wire = {
    ...kept,
    ...ownValue(partFields, String(part['type']))?.(part),
    ...(mark !== undefined && { prompt_cache_breakpoint: mark }),
    ...addedFields(part['providerData'], new Set(Object.keys(kept))),
  }
  wireParts.set(part, wire)
  protocolParts.set(wire, part)
  return wire
}

/** Fields that have the same name in protocol and wire, by the part's type. */
const sameFields: Readonly<Record<string, readonly string[]>> = {
  input_text: ['text'],
  output_text: ['text'],
  refusal: ['refusal'],
  input_image: ['detail'],
  input_file: ['filename'],
}

/** The protocol form of a part that a repair has written, or kept in a message that it changed. */
function protocolPart(part: unknown): unknown {
  if (!isRecord(part)) return part
  const known = protocolParts.get(part)
  if (known !== undefined) return known
  const type = String(part['type'])
  const same = ownValue(sameFields, type)
  if (same === undefined) return part
  const { image_url: image, prompt_cache_breakpoint: mark, type: _type, ...fields } = part
  const own: Record<string, unknown> = { type }
  const id = part['file_id']
  if (type === 'input_image') own['image'] = image ?? (id === undefined ? undefined : { id })
  if (type === 'input_file') own['file'] = protocolFile(part)
  if (mark !== undefined) own['promptCacheBreakpoint'] = mark
  const rest: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(fields)) {
    // The SDK writes the empty list itself.
    if (field === 'annotations' && listOf(value).length === 0) continue
    if (same.includes(field)) own[field] = value
    else if (!(fileFields as readonly string[]).includes(field)) rest[field] = value
  }
  return Object.keys(rest).length > 0 ? { ...own, providerData: rest } : own
}

function protocolFile({ file_data: data, file_id: id, file_url: url }: Fields): unknown {
  return data ?? (id !== undefined ? { id } : url !== undefined ? { url } : undefined)
}

/** Content of a message: parts, or a string. */
export const content: Conversion = {
  to: (value) => (Array.isArray(value) ? value.map(wirePart) : value),
  from: (value) => (Array.isArray(value) ? value.map(protocolPart) : value),
}

const olderTypes: Readonly<Record<string, string>> = { image: 'input_image', file: 'input_file' }

/** The form in which older tools return an image or a file. */
function olderPart({ image, file, ...part }: Fields, type: string): Fields {
  const source = isRecord(image) ? (image['url'] ?? inlineOf(image) ?? idOf(image)) : image
  const held = isRecord(file)
    ? (inlineOf(file) ?? (file['url'] === undefined ? idOf(file) : { url: file['url'] }))
    : file
  const filename = isRecord(file) ? file['filename'] : undefined
  return {
    ...part,
    type,
    ...(source !== undefined && { image: source }),
    ...(held !== undefined && { file: held }),
    ...(filename !== undefined && { filename }),
  }
}

const idOf = ({ fileId, id = fileId }: Fields): object | undefined => (id === undefined ? undefined : { id })

function inlineOf({ data, mediaType = 'text/plain' }: Fields): string | undefined {
  const text = data instanceof Uint8Array ? Buffer.from(data).toString('base64') : data
  if (typeof text !== 'string') return undefined
  return text.startsWith('data:') ? text : `data:${String(mediaType)};base64,${text}`
}

/** The output of a tool: text, a part of older tools, or parts. */
export const output: Conversion = {
  to(value) {
    if (!isRecord(value)) return content.to(value)
    const type = String(value['type'])
    const newer = ownValue(olderTypes, type)
    if (newer !== undefined) return [wirePart(olderPart(value, newer))]
    return type === 'text' && typeof value['text'] === 'string' ? value['text'] : [value]
  },
  from: content.from,
}

/** Summaries of reasoning. */
export const summary: Conversion = {
  to: (value) =>
    listOf(value)
      .filter(isRecord)
      .map(({ providerData, text }) => ({
        type: 'summary_text',
        text,
        ...addedFields(providerData, new Set(['type', 'text'])),
      })),
  from: (value) =>
    listOf(value)
      .filter(isRecord)
      .map(({ text }) => ({ type: 'input_text', text })),
}

export const caller: Conversion = {
  to: renamed({ callerId: 'caller_id' }),
  from: renamed({ caller_id: 'callerId' }),
}

export const shellAction: Conversion = {
  to: renamed({ timeoutMs: 'timeout_ms', maxOutputLength: 'max_output_length' }),
  from: renamed({ timeout_ms: 'timeoutMs', max_output_length: 'maxOutputLength' }),
}

/** Outputs of a shell, with the outcome of each command. */
export const shellOutput: Conversion = {
  to: (value) => withOutcomes(value, renamed({ exitCode: 'exit_code' })),
  from: (value) => withOutcomes(value, renamed({ exit_code: 'exitCode' })),
}

function withOutcomes(value: unknown, convert: (outcome: unknown) => unknown): unknown {
  if (!Array.isArray(value)) return value
  return value.map((entry: unknown) => (isRecord(entry) ? { ...entry, outcome: convert(entry['outcome']) } : entry))
}

export const operation: Conversion = { to: renamed({ moveTo: 'move_to' }), from: renamed({ move_to: 'moveTo' }) }

export const screenshot: Conversion = { to: renamed({ data: 'image_url' }), from: renamed({ image_url: 'data' }) }

/** A function that renames the fields of an object; absent fields stay absent. */
function renamed(names: Readonly<Record<string, string>>): (value: unknown) => unknown {
  return (value) => {
    if (!isRecord(value)) return value
    const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined)
    return Object.fromEntries(entries.map(([field, inner]) => [ownValue(names, field) ?? field, inner]))
  }
}
