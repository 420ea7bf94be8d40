import { isRecord } from './is-record.ts'
import { parsedContainer } from './parsed-container.ts'

/**
 * What a list or an object holds that holds nothing else, and the value of a text that is JSON of one; undefined where there is no such wrap.
 *
 * @example
 * unwrapped({ value: { a: 1 } }) // { a: 1 }
 * unwrapped('{"a":1}') // { a: 1 }
 */
export function unwrapped(value: unknown): unknown {
  if (typeof value === 'string') return parsedContainer(value)
  const inner = Array.isArray(value) || isRecord(value) ? Object.values(value) : []
  return inner.length === 1 ? inner[0] : undefined
}
