import type { RowChange } from '../../agents/opencode/stored-rows.ts'
import type { OpencodeFields, OpencodeMessage } from './host-types.ts'

/**
 * Makes the changes in the list that opencode is about to send. It keeps its own array, so the array is changed in place; the
 * stored session stays as it is.
 */
export function applyInPlace(sessionID: string, messages: OpencodeMessage[], changes: readonly RowChange[]): void {
  for (const change of changes) {
    if (change.table === 'message') changeMessage(sessionID, messages, change)
    else changePart(sessionID, messages, change)
  }
}

function changeMessage(sessionID: string, messages: OpencodeMessage[], change: RowChange): void {
  const index = messages.findIndex(({ info }) => info.id === change.row.id)
  if (change.op === 'insert') {
    const info = fieldsOf(change.value, { id: change.row.id, sessionID })
    const next = messages.findIndex((message) => message.info.id > change.row.id)
    messages.splice(next < 0 ? messages.length : next, 0, { info, parts: [] })
  } else if (index >= 0 && change.op === 'delete') messages.splice(index, 1)
  else if (index >= 0 && change.op === 'update')
    messages[index]!.info = fieldsOf(change.value, { id: change.row.id, sessionID })
}

function changePart(sessionID: string, messages: OpencodeMessage[], change: RowChange): void {
  const parts = messages.find(({ info }) => info.id === change.row.messageId)?.parts
  if (parts === undefined) return
  const index = parts.findIndex(({ id }) => id === change.row.id)
  if (change.op === 'delete') {
    if (index >= 0) parts.splice(index, 1)
    return
  }
  const part = fieldsOf(change.value, { id: change.row.id, sessionID, messageID: change.row.messageId })
  const next = parts.findIndex(({ id }) => id > change.row.id)
  if (index >= 0) parts[index] = part
  else parts.splice(next < 0 ? parts.length : next, 0, part)
}

function fieldsOf(value: unknown, ids: OpencodeFields): OpencodeFields {
  return { ...(value as object), ...ids }
}
