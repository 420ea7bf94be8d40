/** Fields that are there to say something. */
const sayings = /^(?:alt(?:_?text)?|caption|comment|description|note|text|transcript(?:ion)?)$/i
/** Several words, or one in letters that no setting, id or base64 is written in. */
const words = /\S +\S|[^\0-\x7f]/
const address = /^\w+:\S/
const id = /id$/i

/**
 * Whether a field of a part that holds a medium says something to whom it is shown (I4), and is no setting, address or id of its
 * program: by its name, or by what is written in it.
 *
 * @example
 * isSaidBeside('caption', 'Wall') // true
 * isSaidBeside('key', 's3/bucket/9f3a') // false
 */
export function isSaidBeside(field: string, value: unknown): value is string {
  if (typeof value !== 'string' || value.trim() === '') return false
  return sayings.test(field) || (words.test(value) && !address.test(value) && !id.test(field))
}
