import { type Loss, worseLoss } from '../faults/loss.ts'
import type { Cause } from '../lint/draft-changes.ts'
import type { Edit } from '../transcript/edit.ts'
import { inListOrder } from '../transcript/in-list-order.ts'
import type { Fixpoint } from './fixpoint.ts'

/** Compresses all passes into one plan against the list before the repair: what is equal in the end is no edit. */
export function collectEdits(messages: readonly unknown[], fixpoint: Fixpoint): Edit[] {
  const edits: Edit[] = []
  let next = 0
  for (const { raw, origin, causes } of fixpoint.placed) {
    if (origin === null) {
      edits.push({ op: 'insert', index: next, after: raw, ...summary(causes) })
      continue
    }
    if (raw !== messages[origin]) {
      edits.push({ op: 'replace', index: origin, before: messages[origin], after: raw, ...summary(causes) })
    }
    next = origin + 1
  }
  for (const { origin, causes } of fixpoint.removed) {
    edits.push({ op: 'remove', index: origin, before: messages[origin], ...summary(causes) })
  }
  return inListOrder(edits)
}

function summary(causes: readonly Cause[]): Pick<Edit, 'because' | 'loss'> {
  return {
    because: [...new Set(causes.map((cause) => cause.type))],
    loss: causes.reduce<Loss>((loss, cause) => worseLoss(loss, cause.loss), 'none'),
  }
}
