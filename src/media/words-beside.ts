import { isRecord } from '../json/is-record.ts'
import { type ForeignMedium, holders, types } from './foreign-medium.ts'
import { isSaidBeside } from './is-said-beside.ts'

/** What a part is and which, and where it holds its medium: nothing about it. */
const labels: ReadonlySet<string> = new Set([...holders, ...types, 'type', 'format', 'id', 'data', 'bytes'])

type Says = (field: string, value: unknown) => value is string

/**
 * What a part says beside the medium that it holds (I4): a caption, a description, a second name, whatever its program calls it, and
 * however deep it stands.
 *
 * @param says whether a field says something
 * @example
 * wordsBeside({ type: 'image', source, caption: 'The wall', detail: 'high' }, medium) // ['The wall']
 * wordsBeside({ type: 'image', source, meta: { note: 'Mine' } }, medium) // ['Mine']
 */
export function wordsBeside(
  part: Readonly<Record<string, unknown>>,
  medium?: ForeignMedium,
  says: Says = isSaidBeside,
): readonly string[] {
  return saidIn(part, [], says).filter((said) => said !== medium?.name)
}

/** Within a caption all is said, in whichever language or list. */
function saidIn(value: unknown, fields: readonly string[], says: Says): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => saidIn(item, fields, says))
  if (isRecord(value) && !ArrayBuffer.isView(value))
    return Object.entries(value).flatMap(([field, held]) => saidIn(held, [...fields, field], says))
  if (labels.has(fields.at(-1)!)) return []
  // A number says something as a caption; deeper in one it is a time or a place.
  const [text, names] = typeof value === 'number' ? [`${value}`, fields.slice(-1)] : [value, fields]
  return names.flatMap((field) => (says(field, text) ? [text] : [])).slice(0, 1)
}
