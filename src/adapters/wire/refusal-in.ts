import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { parsedJson } from '../../json/parsed-json.ts'

/** Names of error events: of Messages and Responses, of Responses alone, and of AWS. */
const errorNames = /^(?:error|response\.failed)$|Exception$/

/** Fields that hold a model's answer. */
const answerFields = ['choices', 'candidates', 'content', 'output'] as const

/** A stream event or a whole answer when it is an error under status 200; null when it is none. */
export function refusalIn(event: unknown): object | null {
  if (!isRecord(event)) return null
  const { error, type = Object.keys(event)[0] } = event
  if (typeof type === 'string' && errorNames.test(type)) return event
  return isRecord(error) && !answerFields.some((field) => listOf(event[field]).some(speaks)) ? event : null
}

/** Tells nearly every answer from a refusal without parsing it. */
const mayRefuse = /"error"\s*:\s*\{|Exception"/

/** As {@link refusalIn}, for a whole answer as text. */
export function refusalInText(text: string): object | null {
  return mayRefuse.test(text) ? refusalIn(parsedJson(text)) : null
}

/**
 * Events that carry no output yet: the start, the model's name, keep-alives. Every other event means that the answer has begun, or that it
 * may take long.
 */
const preambles: ReadonlySet<unknown> = new Set([
  'response.created',
  'response.in_progress',
  'message_start',
  'ping',
  'messageStart',
])

/** Lists of alternative answers, and the field in which each gives its end. */
const growing = [
  ['choices', 'finish_reason'],
  ['candidates', 'finishReason'],
] as const

/** Whether a refusal may still follow this event. */
export function isPreamble(event: unknown): boolean {
  if (!isRecord(event) || refusalIn(event) !== null) return false
  const { type = Object.keys(event)[0] } = event
  if (preambles.has(type)) return true
  return growing.some(([field, ended]) => {
    const list = event[field]
    return Array.isArray(list) && list.every((answer) => !speaks(answer) && !(isRecord(answer) && answer[ended]))
  })
}

/** Fields that carry no output. */
const besides: ReadonlySet<string> = new Set(['role', 'index', 'finish_reason', 'finishReason'])

/** Whether a part of an answer holds output: the first chunk of many APIs holds a role and an empty text. */
function speaks(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(speaks)
  if (isRecord(part)) return Object.entries(part).some(([field, value]) => !besides.has(field) && speaks(value))
  return part !== undefined && part !== null && part !== ''
}
