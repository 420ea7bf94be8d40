/** A seeded source of choices: the same seed gives the same sequence on every machine (I2). */
export type Random = {
  /** A float in [0, 1). */
  next: () => number
  /** An integer in [0, below). */
  below: (below: number) => number
  chance: (probability: number) => boolean
  /** Throws a RangeError on an empty list. */
  pick: <Item>(items: readonly Item[]) => Item
  hex: (length: number) => string
}

/**
 * mulberry32, because `Math.random` cannot be replayed from a printed seed.
 *
 * @example createRandom(7).below(10) // always the same digit
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined && items.length === 0) throw new RangeError('Cannot pick from an empty list')
      return item as (typeof items)[number]
    },
    hex: (length) => Array.from({ length }, () => below(16).toString(16)).join(''),
  }
}
