import { type ForeignMedium, holders, types } from './foreign-medium.ts'

/** What a part is and which, and where it holds its medium: nothing about it. */
const labels: ReadonlySet<string> = new Set([...holders, ...types, 'type', 'format', 'data', 'bytes'])
/** A setting of an API is one word of its own (`high`), or an id. */
const setting = /^[a-z\d_.-]*$/

/**
 * What a part says beside the medium that it holds (I4): a caption, a description, a second name, whatever its program calls it.
 *
 * @example
 * wordsBeside({ type: 'image', source, caption: 'The wall', detail: 'high' }, medium) // ['The wall']
 */
export function wordsBeside(part: Readonly<Record<string, unknown>>, { name }: ForeignMedium): readonly string[] {
  return Object.entries(part).flatMap(([field, value]) =>
    typeof value === 'string' && value !== name && !labels.has(field) && !/id$/i.test(field) && !setting.test(value)
      ? [value]
      : [],
  )
}
