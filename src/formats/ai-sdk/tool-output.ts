import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { withField } from '../../json/with-field.ts'
import { isBlankText, saidBy } from '../result-parts.ts'
import { revivedFileData } from './file-data.ts'

const isText = (value: unknown): boolean => typeof value === 'string'
const isJson = (value: unknown): boolean => value !== undefined

const isTagged = (value: unknown): boolean =>
  isRecord(value) &&
  isText(value['type']) &&
  revivedFileData(value) === undefined &&
  isRecordOrText(value[value['type'] as string])
const isRecordOrText = (value: unknown): boolean =>
  isText(value) || (typeof value === 'object' && value !== null && !Array.isArray(value))

/** Required fields of the items of typed content, by type; items of other versions and packages pass. */
const itemChecks: ReadonlyMap<unknown, Readonly<Record<string, (value: unknown) => boolean>>> = new Map<
  unknown,
  Readonly<Record<string, (value: unknown) => boolean>>
>([
  ['text', { text: isText }],
  ['file', { data: isTagged, mediaType: isText }],
  ['file-data', { data: isText, mediaType: isText }],
  ['image-data', { data: isText, mediaType: isText }],
  ['file-url', { url: isText }],
  ['image-url', { url: isText }],
])

function isItem(item: unknown): boolean {
  if (!isRecord(item) || !isText(item['type']) || item['type'] === '') return false
  return Object.entries(itemChecks.get(item['type']) ?? {}).every(([field, check]) => check(item[field]))
}

/** An item as it was before it went through JSON; an item that cannot be restored becomes its JSON text. */
function mendedItem(item: unknown): unknown {
  if (isItem(item)) return item
  const data = isRecord(item) && item['type'] === 'file' ? revivedFileData(item['data']) : undefined
  const revived = data === undefined ? item : { ...(item as object), data }
  if (isItem(revived)) return revived
  return { type: 'text', text: saidBy(item) }
}

/** What each type of typed output must hold as its value (`outputSchema` of ai 7.0). */
const valueChecks: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: isText,
  json: isJson,
  'execution-denied': () => true,
  'error-text': isText,
  'error-json': isJson,
  content: (value) => Array.isArray(value) && value.every(isItem),
}

/** Whether a value is a typed output as the schema demands it. */
export function isTypedOutput(output: unknown): boolean {
  if (!isRecord(output) || typeof output['type'] !== 'string') return false
  return Object.hasOwn(valueChecks, output['type']) && valueChecks[output['type']]!(output['value'])
}

/** Any value as a typed output; a typed output stays as it is. */
export function typedOutput(value: unknown, isError = false): unknown {
  if (isTypedOutput(value)) return value
  if (typeof value === 'string') return { type: isError ? 'error-text' : 'text', value }
  return { type: isError ? 'error-json' : 'json', value: value === undefined ? null : value }
}

/** A malformed output as a typed one. Its content is kept: as text where it has a text, else as JSON. */
export function mendedOutput(output: unknown): unknown {
  if (!isRecord(output) || typeof output['type'] !== 'string') return typedOutput(output)
  const { type, value } = output
  const isError = String(type).startsWith('error')
  if (value === undefined) {
    const { type: _type, ...rest } = output
    if (Object.keys(rest).length === 0) return { type: isError ? 'error-text' : 'text', value: '' }
    return typedOutput(typeof rest['text'] === 'string' ? rest['text'] : output, isError)
  }
  if (type === 'content' && Array.isArray(value)) return { ...output, value: value.map(mendedItem) }
  return typedOutput(value, isError)
}

/** The items of a typed output of type `content`; none for any other output. */
export function contentItems(output: unknown): readonly unknown[] {
  return isRecord(output) && output['type'] === 'content' ? listOf(output['value']) : []
}

/** The output without blank text items; an empty text when none is left. */
export function withoutBlankText(output: unknown): unknown {
  const items = contentItems(output)
  const said = items.filter((item) => !isBlankText(item))
  if (said.length === items.length) return output
  return said.length === 0 ? { type: 'text', value: '' } : withField(output, 'value', said)
}

/** The human-readable text of an output: texts as they are, anything else as JSON. */
export function outputText(output: unknown): string {
  if (typeof output === 'string') return output
  if (!isTypedOutput(output)) return output === undefined || output === null ? '' : JSON.stringify(output)
  const { type, value, reason } = output as { type: string; value?: unknown; reason?: unknown }
  if (type === 'execution-denied') return isSaid(reason) ? reason : 'The tool call was denied.'
  if (typeof value === 'string') return value
  if (type !== 'content') return JSON.stringify(value)
  const items = value as readonly Record<string, unknown>[]
  return items.flatMap((item) => (typeof item['text'] === 'string' ? [item['text']] : [])).join('\n')
}

/** Whether a denial gives a reason. */
export function isSaid(reason: unknown): reason is string {
  return typeof reason === 'string' && reason.trim() !== ''
}

/** The files in a typed output, as file parts that a user message may hold. */
export function outputFiles(output: unknown): readonly unknown[] {
  return isTypedOutput(output) ? contentItems(output).flatMap(shownFile) : []
}

/** A file of typed content as the user message part that shows it; nothing for any other item. */
export function shownFile(item: unknown): readonly unknown[] {
  const { data, filename, mediaType = 'image', type, url } = item as Record<string, unknown>
  const named = typeof filename === 'string' ? { filename } : {}
  if (type === 'file') return [{ type: 'file', data, mediaType, ...named }]
  if (typeof url === 'string' && URL.canParse(url)) return [{ type: 'file', data: new URL(url), mediaType, ...named }]
  // All versions of `ai` accept data without a tag.
  return typeof data === 'string' ? [{ type: 'file', data, mediaType, ...named }] : []
}
