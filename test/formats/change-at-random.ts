import type { Random } from '../../src/testing.ts'

const junk: readonly unknown[] = [null, 5, 'junk', '', [], {}, true, [null], { a: 1 }, undefined]

type Place = { holder: Record<string, unknown>; key: string }

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])])
}

/** A copy with one value, at any depth, replaced by junk, removed, or put there a second time. */
export function changeAtRandom(messages: readonly unknown[], random: Random): unknown[] {
  const copy = structuredClone(messages) as unknown[]
  const { holder, key } = random.pick(placesIn(copy))
  if (Array.isArray(holder) && random.chance(0.4)) {
    if (random.chance(0.5)) holder.splice(Number(key), 1)
    else holder.splice(Number(key), 0, structuredClone(holder[Number(key)]))
  } else if (!Array.isArray(holder) && random.chance(0.3)) delete holder[key]
  else holder[key] = random.pick(junk)
  return copy
}
