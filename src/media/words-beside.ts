import { type ForeignMedium, holders, types } from './foreign-medium.ts'
import { isSaidBeside } from './is-said-beside.ts'

/** What a part is and which, and where it holds its medium: nothing about it. */
const labels: ReadonlySet<string> = new Set([...holders, ...types, 'type', 'format', 'data', 'bytes'])

/**
 * What a part says beside the medium that it holds (I4): a caption, a description, a second name, whatever its program calls it.
 *
 * @example
 * wordsBeside({ type: 'image', source, caption: 'The wall', detail: 'high' }, medium) // ['The wall']
 */
export function wordsBeside(part: Readonly<Record<string, unknown>>, { name }: ForeignMedium): readonly string[] {
  return Object.entries(part).flatMap(([field, value]) =>
    value !== name && !labels.has(field) && isSaidBeside(field, value) ? [value] : [],
  )
}
