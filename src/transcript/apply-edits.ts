import { appendAll } from '../json/append-all.ts'
import type { Edit } from './edit.ts'

/**
 * Applies the edits of one plan to a list of raw messages in one pass. Untouched messages keep their identity (I6); the
 * given list is not changed.
 *
 * @example
 * applyEdits(['a', 'b'], [{ op: 'remove', index: 0, before: 'a', because: [], loss: 'none' }]) // ['b']
 */
export function applyEdits(messages: readonly unknown[], edits: readonly Edit[]): unknown[] {
  const inserted = new Map<number, unknown[]>()
  const changed = new Map<number, Edit>()
  for (const edit of edits) {
    if (edit.op !== 'insert') changed.set(edit.index, edit)
    else if (inserted.has(edit.index)) inserted.get(edit.index)!.push(edit.after)
    else inserted.set(edit.index, [edit.after])
  }
  const result: unknown[] = []
  for (let index = 0; index <= messages.length; index += 1) {
    const before = inserted.get(index)
    if (before) appendAll(result, before)
    if (index === messages.length) break
    const edit = changed.get(index)
    if (edit === undefined) result.push(messages[index])
    else if (edit.op === 'replace') result.push(edit.after)
  }
  return result
}
