import { isEqual } from '../../json/is-equal.ts'
import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { callIdOf } from './call-id-of.ts'
import { callTypes } from './content-shapes.ts'
import { fieldOf } from './message-fields.ts'

/**
 * The indexes of entries of `tool_calls` that repeat another's id, when the content has that id once: a package that sends the content's
 * blocks adds missing entries by id, so it never sends these. An identical entry is a copy and does not count.
 */
export function unsentEntries(message: unknown): ReadonlySet<number> {
  const calls = listOf(fieldOf(message, 'tool_calls'))
  const said = listOf(fieldOf(message, 'content')).filter(isRecord)
  const idsOfContent = said.filter(({ type }) => callTypes.has(type)).map(callIdOf)
  const unsent = calls.flatMap((call, index) => {
    const id = isRecord(call) ? callIdOf(call) : undefined
    if (!id || idsOfContent.filter((other) => other === id).length !== 1) return []
    const first = calls.find((other) => isRecord(other) && callIdOf(other) === id)
    return first === call || isEqual(first, call) ? [] : [index]
  })
  return new Set(unsent)
}
