/**
 * The value of a JSON text; undefined, which no JSON text stands for, when the text is no JSON.
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
