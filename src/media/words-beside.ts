import { isRecord } from '../json/is-record.ts'
import { type ForeignMedium, holders, types } from './foreign-medium.ts'
import { isSaidBeside } from './is-said-beside.ts'

/** What a part is and which, and where it holds its medium: nothing about it. */
const labels: ReadonlySet<string> = new Set([...holders, ...types, 'type', 'format', 'id', 'data', 'bytes'])

/**
 * What a part says beside the medium that it holds (I4): a caption, a description, a second name, whatever its program calls it, and
 * however deep it stands.
 *
 * @example
 * wordsBeside({ type: 'image', source, caption: 'The wall', detail: 'high' }, medium) // ['The wall']
 * wordsBeside({ type: 'image', source, meta: { note: 'Mine' } }, medium) // ['Mine']
 */
export function wordsBeside(part: Readonly<Record<string, unknown>>, medium?: ForeignMedium): readonly string[] {
  return saidIn(part, []).filter((said) => said !== medium?.name)
}

/** Within a caption all is said, in whichever language or list. */
function saidIn(value: unknown, fields: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => saidIn(item, fields))
  if (isRecord(value) && !ArrayBuffer.isView(value))
    return Object.entries(value).flatMap(([field, held]) => saidIn(held, [...fields, field]))
  if (labels.has(fields.at(-1)!)) return []
  return fields.flatMap((field) => (isSaidBeside(field, value) ? [value] : [])).slice(0, 1)
}
