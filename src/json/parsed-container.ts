import { parsedJson } from './parsed-json.ts'

/**
 * The value of a text that may be the JSON of a list or an object; undefined for any other text, which is not parsed.
 *
 * @example
 * parsedContainer(' [1]') // [1]
 * parsedContainer('1') // undefined
 */
export function parsedContainer(text: string): unknown {
  return /^\s*[[{]/.test(text) ? parsedJson(text) : undefined
}
