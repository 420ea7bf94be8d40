/** The number that Codex 0.169 gives each line of a rollout; older releases write none. */
export function ordinalOf(value: Record<string, unknown>): number | undefined {
  const { ordinal } = value
  return typeof ordinal === 'number' && Number.isSafeInteger(ordinal) ? ordinal : undefined
}

/** A line in the order of the file; `ordinal` as it is stored. */
export interface OrderedLine {
  readonly offset: number
  readonly ordinal: number | undefined
}

interface Written {
  readonly removed: ReadonlySet<number>
  readonly before: Map<number, Record<string, unknown>[]>
  readonly after: Map<number, Record<string, unknown>[]>
}

/**
 * Numbers for a rollout that is written anew: without one on its last line Codex does not resume the thread, and two lines of
 * one number break its projection (openai/codex#44417, #44440; I18). Gaps are legal, so that a line keeps its number while
 * those before it leave room. Added lines are numbered in place.
 *
 * @returns per offset the number that a stored line must get; empty for rollouts of releases that number nothing
 */
export function renumber(lines: readonly OrderedLine[], { removed, before, after }: Written): Map<number, number> {
  const changed = new Map<number, number>()
  if (lines.every(({ ordinal }) => ordinal === undefined)) return changed
  let next = 0
  const numberAdded = (added: Record<string, unknown>[] | undefined): void => {
    for (const [index, value] of added?.entries() ?? []) {
      const { timestamp, ordinal: _own, ...rest } = value
      // In the place where Codex writes it.
      added![index] = { timestamp, ordinal: next, ...rest }
      next += 1
    }
  }
  for (const { offset, ordinal } of lines) {
    numberAdded(before.get(offset))
    if (!removed.has(offset)) {
      const free = Math.max(ordinal ?? next, next)
      if (free !== ordinal) changed.set(offset, free)
      next = free + 1
    }
    numberAdded(after.get(offset))
  }
  return changed
}
