import { type Loss, worseLoss } from '../faults/loss.ts'
import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import type { Edit } from './edit.ts'

/**
 * Several plans that were applied one after the other, as one plan between the first list and the last. Messages that no
 * plan touched are the same object in both (I6), so they show where the others belong.
 */
export function composeEdits(before: readonly unknown[], after: readonly unknown[], plans: readonly Edit[]): Edit[] {
  const because: RecoveryErrorType[] = [...new Set(plans.flatMap((edit) => edit.because))]
  const loss = plans.reduce<Loss>((worst, edit) => worseLoss(worst, edit.loss), 'none')
  const edits: Edit[] = []
  let from = 0
  let to = 0
  while (from < before.length || to < after.length) {
    if (from < before.length && before[from] === after[to]) {
      from += 1
      to += 1
      continue
    }
    const nextTo = after.findIndex((raw, index) => index >= to && before.indexOf(raw, from) >= 0)
    const endTo = nextTo < 0 ? after.length : nextTo
    const endFrom = nextTo < 0 ? before.length : before.indexOf(after[nextTo], from)
    for (; from < endFrom && to < endTo; from += 1, to += 1) {
      edits.push({ op: 'replace', index: from, before: before[from], after: after[to], because, loss })
    }
    for (; from < endFrom; from += 1) edits.push({ op: 'remove', index: from, before: before[from], because, loss })
    for (; to < endTo; to += 1) edits.push({ op: 'insert', index: from, after: after[to], because, loss })
  }
  return edits
}
