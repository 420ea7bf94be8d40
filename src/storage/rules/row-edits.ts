import type { RecoveryErrorType } from '../../faults/fault-catalogue.ts'
import type { Edit } from '../../transcript/edit.ts'
import { invertEdits } from '../../transcript/invert-edits.ts'
import type { ChangeRow, RowEdit } from '../rows.ts'

export const undoIdOf = (revision: number): string => `u${revision}`

/** The edits that undo `edits`, with keys in place of messages. */
export function inverseOf(edits: readonly RowEdit[]): RowEdit[] {
  const former: (number | null)[] = []
  const keyed = edits.map((edit): Edit => {
    if (edit.before !== null) former[edit.index] = edit.before
    return { ...edit, because: edit.because as readonly RecoveryErrorType[] }
  })
  return invertEdits(former, keyed).map((edit): RowEdit => ({
    ...edit,
    before: 'before' in edit ? (edit.before as number) : null,
    after: 'after' in edit ? (edit.after as number) : null,
  }))
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
    const shift = count(inserts, (index) => index <= edit.index) - count(removed, (index) => index < edit.index)
    rebased.push({ ...edit, index: edit.index + shift })
  }
  return rebased
}

/** Changes without the pairs of a change and the undo right after it: together they have no effect. */
export function withoutUndonePairs<Change extends Pick<ChangeRow, 'revision' | 'undoes'>>(
  changes: readonly Change[],
): Change[] {
  const open: Change[] = []
  for (const change of changes) {
    if (change.undoes !== null && open.at(-1)?.revision === change.undoes) open.pop()
    else open.push(change)
  }
  return open
}
