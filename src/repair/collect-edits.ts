import { type Loss, worseLoss } from '../faults/loss.ts'
import { isEqual } from '../json/is-equal.ts'
import type { Cause } from '../lint/draft-changes.ts'
import type { Edit } from '../transcript/edit.ts'
import type { Fixpoint } from './fixpoint.ts'

/** How many removed messages from its own place on a copy is compared with: it stands beside what it copies, and the work stays linear. */
const copyReach = 8

/**
 * Compresses all passes into one plan against the list before. What equals a stored message in the end is no edit, and a copy of a
 * message that was removed right beside it becomes that message: the stored one keeps its identity and the place of the copy goes (I6).
 */
export function collectEdits(messages: readonly unknown[], fixpoint: Fixpoint): Edit[] {
  const edits: Edit[] = []
  const removed = new Map(fixpoint.removed.map(({ origin, causes }) => [origin, causes]))
  let next = 0
  const passTo = (end: number): void => {
    for (; next < end; next += 1) {
      const causes = removed.get(next)
      if (causes) edits.push({ op: 'remove', index: next, before: messages[next], ...summary(causes) })
    }
  }
  for (const { raw, origin, causes } of fixpoint.placed) {
    const own = origin ?? next
    // Its own place is free as those of removed messages are, until something stands there.
    if (origin !== null) removed.set(origin, causes)
    let stored = raw === messages[own] ? own : next
    while (stored < own + copyReach && removed.has(stored) && !isEqual(messages[stored], raw)) stored += 1
    if (removed.has(stored) && isEqual(messages[stored], raw)) {
      passTo(stored)
      next += 1
    } else if (origin === null) {
      edits.push({ op: 'insert', index: next, after: raw, ...summary(causes) })
    } else {
      passTo(origin)
      edits.push({ op: 'replace', index: next, before: messages[next], after: raw, ...summary(causes) })
      next += 1
    }
  }
  passTo(messages.length)
  return edits
}

function summary(causes: readonly Cause[]): Pick<Edit, 'because' | 'loss'> {
  return {
    because: [...new Set(causes.map((cause) => cause.type))],
    loss: causes.reduce<Loss>((loss, cause) => worseLoss(loss, cause.loss), 'none'),
  }
}
