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

/** A fixpoint of an excerpt, told of the whole list: it costs what was read, until someone asks for all messages. */
export function wholeFixpoint(messages: readonly unknown[], excerpt: Excerpt, reached: Fixpoint): Fixpoint {
  const { gaps, places } = excerpt
  const placed = reached.placed.map(({ causes, origin, raw }) => ({
    raw,
    origin: origin === null ? null : places[origin]!,
    causes,
  }))
  return {
    ...reached,
    placed,
    removed: reached.removed.map(({ causes, origin }) => ({ origin: places[origin]!, causes })),
    gaps,
    list: () => listAmong(messages, places, placed),
  }
}

/** The repaired messages in their places among those that were left out. */
function listAmong(
  messages: readonly unknown[],
  places: readonly number[],
  placed: readonly Placed[],
): readonly unknown[] {
  const list: unknown[] = []
  let next = 0
  let kept = 0
  const fillTo = (end: number): void => {
    for (; next < end; next += 1) {
      if (places[kept] === next) kept += 1
      else list.push(messages[next])
    }
  }
  for (const { origin, raw } of placed) {
    if (origin !== null) {
      fillTo(origin)
      next = origin + 1
      kept += 1
    }
    list.push(raw)
  }
  fillTo(messages.length)
  return list
}
