import { isCaption } from './is-caption.ts'
import { isPayload } from './is-payload.ts'

/** Several words, or one in letters that no setting, id or base64 is written in. */
const words = /\S +\S|[^\0-\x7f]/
const address = /^\w+:\S/
const id = /id$/i

/**
 * Whether a field of a part that holds a medium says something to whom it is shown (I4), and is no setting, address, id or payload of its
 * program: by its name, or by what is written in it.
 *
 * @example
 * isSaidBeside('caption', 'Wall') // true
 * isSaidBeside('key', 's3/bucket/9f3a') // false
 */
export function isSaidBeside(field: string, value: unknown): value is string {
  if (typeof value !== 'string' || value.trim() === '' || isPayload(value)) return false
  return isCaption(field) || (words.test(value) && !address.test(value) && !id.test(field))
}

/** The same by the name alone. */
export function isSaidInCaption(field: string, value: unknown): value is string {
  return isCaption(field) && isSaidBeside(field, value)
}
