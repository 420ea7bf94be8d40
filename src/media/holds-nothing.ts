/**
 * Whether none of the fields that may hold a medium, or point to one, has a value: programs that shorten a session remove the bytes and
 * leave the rest.
 *
 * @example
 * holdsNothing({ type: 'input_image', image_url: '' }, ['image_url', 'file_id']) // true
 */
export function holdsNothing(part: Readonly<Record<string, unknown>>, fields: readonly string[]): boolean {
  return fields.every((field) => !isFilled(part[field]))
}

/**
 * Whether a field has a value: numbers and flags do not count, nor do lists and plain objects of them, except bytes that went through JSON,
 * which become a list of numbers, or an object of numbers by index.
 */
function isFilled(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' && /\S/.test(value)
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  if (!isPlain) return true
  return typeof (value as Record<string, unknown>)[0] === 'number' || Object.values(value).some(isFilled)
}
