import { parsedJson } from './parsed-json.ts'

/**
 * The value of a text that may be JSON of a list or an object; undefined for any other, which is not worth reading.
 *
 * @example
 * parsedContainer(' [1]') // [1]
 * parsedContainer('1') // undefined
 */
export function parsedContainer(text: string): unknown {
  return /^\s*[[{]/.test(text) ? parsedJson(text) : undefined
}
