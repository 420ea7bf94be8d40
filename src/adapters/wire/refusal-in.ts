import { isRecord } from '../../json/is-record.ts'
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
  const isAnswered = answerFields.some((field) => Array.isArray(event[field]) && event[field].length > 0)
  return isRecord(error) && !isAnswered ? event : null
}

/** Nearly every answer is told from a refusal without being parsed. */
const mayRefuse = /"error"\s*:\s*\{|Exception"/

/** The same of a whole answer as text. */
export function refusalInText(text: string): object | null {
  return mayRefuse.test(text) ? refusalIn(parsedJson(text)) : null
}

/**
 * Events that say nothing of the answer yet. The Responses API reads images and reasoning behind them. All others say that the answer has
 * begun, or that it may take long.
 */
const preambles: ReadonlySet<unknown> = new Set(['response.created', 'response.in_progress'])

/** Whether a provider may still refuse behind this event. */
export function isPreamble(event: unknown): boolean {
  return isRecord(event) && preambles.has(event['type'])
}
