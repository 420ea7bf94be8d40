import type { Edit } from './edit.ts'

/**
 * The edits that lead back from the list that `edits` made to the list before them, object by object (I7).
 *
 * @param messages the list to which `edits` were applied, or are about to be
 * @example
 * const after = applyEdits(messages, edits)
 * applyEdits(after, invertEdits(messages, edits)) // messages again
 */
export function invertEdits(messages: readonly unknown[], edits: readonly Edit[]): Edit[] {
  // Insertions stand before what happens to the message at their index, in the order in which they were made.
  const inOrder = edits.toSorted((first, second) => first.index - second.index || rank(first) - rank(second))
  let shift = 0
  return inOrder.map((edit): Edit => {
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

function rank(edit: Edit): number {
  return edit.op === 'insert' ? 0 : 1
}
