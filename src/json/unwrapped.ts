import { isRecord } from './is-record.ts'
import { parsedContainer } from './parsed-container.ts'

/**
 * The only value in a list or an object, or the value of a JSON text of one; undefined when there is no such wrapper.
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
