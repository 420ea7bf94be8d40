import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import type { Block } from '../../transcript/transcript.ts'
import { callTypes } from './content-shapes.ts'
import { fieldOf, rawCallsField } from './message-fields.ts'
import { callIdOf } from './read-langchain-message.ts'

/**
 * The id of an entry of `tool_calls` that has lost it, out of what repeats it: the raw call of the provider at its place, or the
 * block of the content. Only where there are as many of them as entries, and the names agree.
 */
export function copiedId({ index, message, raw }: Block): string | undefined {
  const entries = listOf(fieldOf(message.raw, 'tool_calls'))
  if (entries[index] !== raw) return undefined
  const content = listOf(fieldOf(message.raw, 'content'))
  const blocks = content.filter((item) => isRecord(item) && callTypes.has(item['type']))
  for (const copies of [listOf(fieldOf(message.raw, rawCallsField)), blocks]) {
    const copy = copies.length === entries.length ? copies[index] : undefined
    const id = isRecord(copy) && nameOf(copy) === nameOf(raw) ? callIdOf(copy) : undefined
    const isTaken = entries.some((entry) => isRecord(entry) && callIdOf(entry) === id)
    if (id !== undefined && id !== '' && !isTaken) return id
  }
  return undefined
}

function nameOf(call: unknown): unknown {
  if (!isRecord(call)) return undefined
  return isRecord(call['function']) ? call['function']['name'] : call['name']
}
