/**
 * The value that a text tells as JSON; undefined, which JSON has no word for, where it is none.
 *
 * @example
 * parsedJson('[1]') // [1]
 * parsedJson('[1') // undefined
 */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
