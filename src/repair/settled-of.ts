import type { ExcerptSource } from './excerpt.ts'

/** What of a list is right whatever comes behind it. */
interface SettledRounds {
  /** What of it a later verdict still needs. */
  readonly needed: readonly unknown[]
  /** Where the last round begins. */
  readonly end: number
}

/** All before the last round, when it is plainly right; null when something is not, or when ids must be unique in the whole list. */
export function settledOf(source: ExcerptSource): SettledRounds | null {
  const { count, proven, starts } = source.rounds
  const last = count - 1
  const isPlain = !proven.subarray(1, last).includes(0)
  if (last < 1 || !source.isLong || !isPlain || source.isCutLinked) return null
  const kept = source.always()
  kept[last] = 0
  return { needed: source.excerpt(kept)!.messages, end: starts[last]! }
}
