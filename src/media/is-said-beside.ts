import { isCaption } from './is-caption.ts'
import { isPayload } from './is-payload.ts'

/** Several words, or one with letters that settings, ids and base64 do not use. */
const words = /\S +\S|[^\0-\x7f]/
const address = /^\w+:\S/
const id = /id$/i

/**
 * Whether a field beside a medium holds words for the reader (I4), not a setting, address, id or payload of its program: by the field's
 * name, or by its text.
 *
 * @example
 * isSaidBeside('caption', 'Wall') // true
 * isSaidBeside('key', 's3/bucket/9f3a') // false
 */
export function isSaidBeside(field: string, value: unknown): value is string {
  if (typeof value !== 'string' || value.trim() === '' || isPayload(value)) return false
  return isCaption(field) || (words.test(value) && !address.test(value) && !id.test(field))
}

/** As {@link isSaidBeside}, by the field's name alone. */
export function isSaidInCaption(field: string, value: unknown): value is string {
  return isCaption(field) && isSaidBeside(field, value)
}
