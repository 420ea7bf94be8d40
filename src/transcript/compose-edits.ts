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
  const places = Map.groupBy(before.keys(), (index) => before[index])
  // The first place of a raw message in the list before, from an index on: an index that only grows.
  const placeOf = (raw: unknown, start: number): number => {
    const known = places.get(raw)
    if (known === undefined) return -1
    while (known.length > 0 && known[0]! < start) known.shift()
    return known[0] ?? -1
  }
  let from = 0
  let to = 0
  while (from < before.length || to < after.length) {
    if (from < before.length && before[from] === after[to]) {
      from += 1
      to += 1
      continue
    }
    let endTo = to
    while (endTo < after.length && placeOf(after[endTo], from) < 0) endTo += 1
    const endFrom = endTo < after.length ? placeOf(after[endTo], from) : before.length
    for (; from < endFrom && to < endTo; from += 1, to += 1) {
      edits.push({ op: 'replace', index: from, before: before[from], after: after[to], because, loss })
    }
    for (; from < endFrom; from += 1) edits.push({ op: 'remove', index: from, before: before[from], because, loss })
    for (; to < endTo; to += 1) edits.push({ op: 'insert', index: from, after: after[to], because, loss })
  }
  return edits
}
