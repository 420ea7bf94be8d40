import { parsedContainer } from './parsed-container.ts'

/**
 * The matching objects inside wrappers: lists, an object with a single field, JSON text. Empty when some value inside the wrappers does not
 * match.
 *
 * @param left more wraps than any store puts around a thing
 * @example
 * heldIn({ value: [[{ id: 1 }]] }, (item) => 'id' in item) // [{ id: 1 }]
 */
export function heldIn(raw: unknown, isIt: (value: object) => boolean, left = 6): readonly unknown[] {
  const value = typeof raw === 'string' ? parsedContainer(raw) : raw
  if (typeof value !== 'object' || value === null || left === 0) return []
  if (isIt(value)) return [value]
  const inner = Object.values(value)
  // A list of PHP, or one that was spread into an object, has its indexes as keys.
  const held = '0' in value || inner.length === 1 ? inner.map((item) => heldIn(item, isIt, left - 1)) : []
  return held.every(({ length }) => length > 0) ? held.flat() : []
}
