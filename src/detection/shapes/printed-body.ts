/** What is looked at of a body: who speaks shows at its beginning. */
const MAX_VALUES = 64
const MAX_LENGTH = 300
const MAX_ITEMS = 8

/**
 * A parsed body as it came over the line: a list of complaints below `detail`, a code beside a message tell who speaks, and
 * the words alone do not. Empty for exceptions, which know their status, and for what cannot be printed. Never throws.
 *
 * @example
 * printedBody({ detail: 'Message content is required' }) // '{"detail":"Message content is required"}'
 */
export function printedBody(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  try {
    const prototype: unknown = Object.getPrototypeOf(error)
    if (prototype !== Object.prototype && prototype !== null) return ''
    let left = MAX_VALUES
    return JSON.stringify(error, (_, value: unknown) => {
      if (left-- <= 0) return undefined
      if (typeof value === 'string') return value.slice(0, MAX_LENGTH)
      return Array.isArray(value) ? value.slice(0, MAX_ITEMS) : value
    })
  } catch {
    return ''
  }
}
