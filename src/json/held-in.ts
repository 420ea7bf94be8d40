import { parsedContainer } from './parsed-container.ts'

/**
 * The things that a value holds in wraps: lists, an object with nothing else in it, the text of their JSON. None where something
 * in the wraps is not one of them.
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
  // A list of PHP, or one that was spread into an object, has its places for keys.
  const held = '0' in value || inner.length === 1 ? inner.map((item) => heldIn(item, isIt, left - 1)) : []
  return held.every(({ length }) => length > 0) ? held.flat() : []
}
