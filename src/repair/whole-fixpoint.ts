import type { Placed } from '../lint/apply-draft.ts'
import type { Excerpt } from './excerpt.ts'
import type { Fixpoint } from './fixpoint.ts'

/**
 * How many messages of the whole list each message of a repaired excerpt has before it that are left out. Null when a new
 * message stands where some are left out: nobody can tell before or behind which of them.
 */
export function leftOutBefore(placed: readonly Placed[], { places }: Excerpt): readonly number[] | null {
  const leftOut: number[] = []
  let current = 0
  let isNew = false
  for (const { origin } of placed) {
    if (origin !== null) {
      const before = places[origin]! - origin
      if (isNew && before !== current) return null
      current = before
    }
    isNew = origin === null
    leftOut.push(current)
  }
  return leftOut
}

/** A fixpoint of an excerpt, told of the whole list. */
export function wholeFixpoint({ gaps, places }: Excerpt, reached: Fixpoint): Fixpoint {
  return {
    ...reached,
    placed: reached.placed.map(({ causes, origin, raw }) => ({
      raw,
      origin: places[origin ?? -1] ?? null,
      causes,
    })),
    removed: reached.removed.map(({ causes, origin }) => ({ origin: places[origin]!, causes })),
    gaps,
  }
}
