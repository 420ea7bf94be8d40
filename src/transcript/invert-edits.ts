import type { Edit } from './edit.ts'
import { inListOrder } from './in-list-order.ts'

/**
 * The edits that lead back from the list that `edits` made to the list before them, object by object (I7).
 *
 * @param messages the list to which `edits` were applied, or are about to be
 * @example
 * const after = applyEdits(messages, edits)
 * applyEdits(after, invertEdits(messages, edits)) // messages again
 */
export function invertEdits(messages: readonly unknown[], edits: readonly Edit[]): Edit[] {
  let shift = 0
  return inListOrder(edits).map((edit): Edit => {
    const { because, loss } = edit
    const index = edit.index + shift
    switch (edit.op) {
      case 'insert':
        shift += 1
        return { op: 'remove', index, before: edit.after, because, loss }
      case 'remove':
        shift -= 1
        return { op: 'insert', index, after: messages[edit.index], because, loss }
      case 'replace':
        return { op: 'replace', index, before: edit.after, after: messages[edit.index], because, loss }
    }
  })
}
