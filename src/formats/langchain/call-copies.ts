import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { answerItems } from './answer-items.ts'
import { callTypes } from './content-shapes.ts'
import { fieldOf, rawCallsField } from './message-fields.ts'

type Call = Readonly<Record<string, unknown>>

/**
 * The copies of `tool_calls` in a message, one list per place: the provider's raw calls, blocks of the content, items of a Responses
 * answer.
 */
export function callCopies(raw: unknown): readonly (readonly Call[])[] {
  const content = listOf(fieldOf(raw, 'content')).filter(isRecord)
  return [
    listOf(fieldOf(raw, rawCallsField)).filter(isRecord),
    content.filter(({ type }) => callTypes.has(type)),
    answerItems(raw).filter(({ type }) => type === 'function_call'),
  ]
}
