import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import type { Block } from '../../transcript/transcript.ts'
import { callCopies } from './call-copies.ts'
import { fieldOf } from './message-fields.ts'
import { callIdOf } from './call-id-of.ts'

/**
 * The lost id of an entry of `tool_calls`, taken from the copy at the same index, if copies and entries are equally many and the names
 * agree.
 */
export function copiedId({ index, message, raw }: Block): string | undefined {
  const entries = listOf(fieldOf(message.raw, 'tool_calls'))
  if (entries[index] !== raw) return undefined
  for (const copies of callCopies(message.raw)) {
    const copy = copies.length === entries.length ? copies[index] : undefined
    const id = copy !== undefined && nameOf(copy) === nameOf(raw) ? callIdOf(copy) : undefined
    const isTaken = entries.some((entry) => isRecord(entry) && callIdOf(entry) === id)
    if (id !== undefined && id !== '' && !isTaken) return id
  }
  return undefined
}

function nameOf(call: unknown): unknown {
  if (!isRecord(call)) return undefined
  return isRecord(call['function']) ? call['function']['name'] : call['name']
}
