import { isRecord } from '../json/is-record.ts'
import { type ForeignMedium, holders, types } from './foreign-medium.ts'
import { isSaidBeside } from './is-said-beside.ts'

/** Fields that identify a part or hold its medium; their values describe nothing. */
const labels: ReadonlySet<string> = new Set([...holders, ...types, 'type', 'format', 'id', 'data', 'bytes'])

type Says = (field: string, value: unknown) => value is string

/**
 * The texts that a part holds beside its medium (I4): a caption, a description, a second name, under any field name and at any depth.
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

/** Within a caption every text counts, whatever language key or list it stands under. */
function saidIn(value: unknown, fields: readonly string[], says: Says): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => saidIn(item, fields, says))
  if (isRecord(value) && !ArrayBuffer.isView(value))
    return Object.entries(value).flatMap(([field, held]) => saidIn(held, [...fields, field], says))
  if (labels.has(fields.at(-1)!)) return []
  // A number counts as a caption only directly in the field; deeper it is a time or a place.
  const [text, names] = typeof value === 'number' ? [`${value}`, fields.slice(-1)] : [value, fields]
  return names.flatMap((field) => (says(field, text) ? [text] : [])).slice(0, 1)
}
