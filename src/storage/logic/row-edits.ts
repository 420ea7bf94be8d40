import { inListOrder } from '../../transcript/in-list-order.ts'
import type { ChangeRow, RowEdit } from '../store-rows.ts'

/**
 * The edits that take the result of `edits` back to where it was. Their indices count in that result, so they are
 * again the edits of one plan.
 */
export function invertEdits(edits: readonly RowEdit[]): RowEdit[] {
  let shift = 0
  return inListOrder(edits).map((edit) => {
    const index = edit.index + shift
    const inverse = { ...edit, index, before: edit.after, after: edit.before }
    if (edit.op === 'replace') return inverse
    shift += edit.op === 'insert' ? 1 : -1
    return { ...inverse, op: edit.op === 'insert' ? ('remove' as const) : ('insert' as const) }
  })
}

/**
 * The same edits, addressed in the list as it is after a later change; null when that change touches the same messages
 * or the same gap between two of them.
 */
export function rebaseEdits(edits: readonly RowEdit[], later: ChangeRow): RowEdit[] | null {
  if (later.kind === 'replace') return edits.every((edit) => edit.index < later.from) ? [...edits] : null
  const inserts = later.edits.filter((edit) => edit.op === 'insert').map((edit) => edit.index)
  const touched = new Set(later.edits.filter((edit) => edit.op !== 'insert').map((edit) => edit.index))
  const removed = later.edits.filter((edit) => edit.op === 'remove').map((edit) => edit.index)
  const count = (indices: readonly number[], isBefore: (index: number) => boolean): number =>
    indices.filter(isBefore).length
  const rebased: RowEdit[] = []
  for (const edit of edits) {
    const isInsert = edit.op === 'insert'
    if (isInsert ? inserts.includes(edit.index) : touched.has(edit.index)) return null
    const shift =
      count(inserts, (index) => index < edit.index || (!isInsert && index === edit.index)) -
      count(removed, (index) => index < edit.index)
    rebased.push({ ...edit, index: edit.index + shift })
  }
  return rebased
}

/** Changes without those that were undone right away: such a pair left nothing behind. */
export function withoutUndonePairs(changes: readonly ChangeRow[]): ChangeRow[] {
  const open: ChangeRow[] = []
  for (const change of changes) {
    if (change.undoes !== null && open.at(-1)?.revision === change.undoes) open.pop()
    else open.push(change)
  }
  return open
}
