import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { parsedJson } from '../../json/parsed-json.ts'

/** Names of events that are errors: in Messages and Responses, in Responses, and those of AWS. */
const errorNames = /^(?:error|response\.failed)$|Exception$/

/** Fields that hold what a model has answered. */
const answerFields = ['choices', 'candidates', 'content', 'output'] as const

/** An event of a stream, or a whole answer, that is an error although the status said 200; null when it is none. */
export function refusalIn(event: unknown): object | null {
  if (!isRecord(event)) return null
  const { error, type = Object.keys(event)[0] } = event
  if (typeof type === 'string' && errorNames.test(type)) return event
  return isRecord(error) && !answerFields.some((field) => listOf(event[field]).some(speaks)) ? event : null
}

/** Nearly every answer is told from a refusal without being parsed. */
const mayRefuse = /"error"\s*:\s*\{|Exception"/

/** The same of a whole answer as text. */
export function refusalInText(text: string): object | null {
  return mayRefuse.test(text) ? refusalIn(parsedJson(text)) : null
}

/**
 * Events that say nothing of the answer yet: that it begins, by whom it is made, that the connection lives. All others say that the
 * answer has begun, or that it may take long.
 */
const preambles: ReadonlySet<unknown> = new Set([
  'response.created',
  'response.in_progress',
  'message_start',
  'ping',
  'messageStart',
])

/** Lists of answers in the making, one for each that was asked for, and where each tells that it is over. */
const growing = [
  ['choices', 'finish_reason'],
  ['candidates', 'finishReason'],
] as const

/** Whether a provider may still refuse behind this event. */
export function isPreamble(event: unknown): boolean {
  if (!isRecord(event) || refusalIn(event) !== null) return false
  const { type = Object.keys(event)[0] } = event
  if (preambles.has(type)) return true
  return growing.some(([field, ended]) => {
    const list = event[field]
    return Array.isArray(list) && list.every((answer) => !speaks(answer) && !(isRecord(answer) && answer[ended]))
  })
}

/** Fields that stand beside what is said. */
const besides: ReadonlySet<string> = new Set(['role', 'index', 'finish_reason', 'finishReason'])

/** Whether a part of an answer holds anything: the first of many APIs holds a role and an empty text. */
function speaks(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(speaks)
  if (isRecord(part)) return Object.entries(part).some(([field, value]) => !besides.has(field) && speaks(value))
  return part !== undefined && part !== null && part !== ''
}
