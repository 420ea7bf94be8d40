import type { Edit } from '../../transcript/edit.ts'
import { NotRepresentableError } from '../not-representable-error.ts'
import type { BuiltMessage } from './build-messages.ts'
import type { RowChange } from './stored-rows.ts'
import { partOfBlock } from './write-block.ts'
import { isRecord } from '../../json/is-record.ts'

/** Fields of a message that belong to one answer and not to the next. */
const ownFields: ReadonlySet<string> = new Set(['error', 'summary', 'structured', 'snapshot', 'finish'])

/** Rows for a message that the repair has added. Agent, model and time are its neighbour's, not the clock's (I2). */
export function newMessageRow(
  edit: Edit & { readonly op: 'insert' },
  number: number,
  built: readonly BuiltMessage[],
): RowChange[] {
  const former = built[edit.index - 1]
  const next = built[edit.index]
  const raw = isRecord(edit.after) ? edit.after : {}
  const { role, content } = raw
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [{ type: 'text', text: content }]
  const isAlike = (each: BuiltMessage): boolean => each.row.value['role'] === role
  const alike = (built.slice(0, edit.index).findLast(isAlike) ?? built.slice(edit.index).find(isAlike))?.row
  const neighbour = former?.row ?? next?.row
  const time = neighbour?.row.timeCreated ?? 0
  const values = blocks.map((block) => partOfBlock(block, time))
  if (!alike || !neighbour || values.some((value) => !value))
    throw new NotRepresentableError(edit.index, 'an added message')
  const id = former
    ? `${former.row.row.id}${'0'.repeat(number + 1)}`
    : `msg_${'0'.repeat(12 + number)}${neighbour.row.id.slice(4)}`
  const shared = Object.fromEntries(Object.entries(alike.value).filter(([field]) => !ownFields.has(field)))
  const row = { id, messageId: id, timeCreated: time, timeUpdated: time }
  const stamp = role === 'assistant' ? { created: time, completed: time } : { created: time }
  const finish = role === 'assistant' ? { finish: 'stop' } : {}
  return [
    { op: 'insert', table: 'message', row, value: { ...shared, time: stamp, ...finish } },
    ...values.map((value, at): RowChange => {
      const partId = `prt_${'0'.repeat(12)}${String(at).padStart(4, '0')}${id.slice(4)}`
      return { op: 'insert', table: 'part', row: { ...row, id: partId }, value }
    }),
  ]
}
