import { fieldOfPart, partsOf, toolCallsOf, type MessageRecord } from './gemini-record.ts'
import { isRecord } from '../../json/is-record.ts'

/** One content of the request. */
export interface Content {
  readonly role: 'user' | 'model'
  readonly parts: readonly unknown[]
}

/** `spoken`: the record's own content, calls included; `answered`: the results that it holds for its calls. */
export type ContentPiece = 'spoken' | 'answered'

const isThought = (part: unknown): boolean => isRecord(part) && Boolean(part['thought'])

/** Commands and context that the CLI adds anew: left out when a chat is resumed. */
function isIgnored(parts: readonly unknown[]): boolean {
  // Any part but text reads as a bracketed name there, which is never ignored.
  const text = parts.map((part) => (isRecord(part) && typeof part['text'] === 'string' ? part['text'] : '[]')).join('')
  return /^(?:$|[/?]|<session_context>|<hook_context>)/.test(text.trim())
}

/** The parts of a model's record, calls from `toolCalls` included unless the content holds calls or thoughts itself. */
function spokenParts(value: MessageRecord): readonly unknown[] {
  const parts = partsOf(value['content'])
  if (holdsCalls(value)) return parts
  const calls = toolCallsOf(value).map(({ id, name, args }) => ({
    functionCall: { ...(id !== undefined && { id }), name, args },
  }))
  return [...parts, ...calls]
}

/** Whether the content is complete of itself, so that `toolCalls` adds no calls to it. */
export function holdsCalls(value: MessageRecord): boolean {
  return partsOf(value['content']).some((part) => fieldOfPart(part, 'functionCall') !== undefined || isThought(part))
}

/** The results that `toolCalls[].result` holds. */
export function answeredParts(value: MessageRecord): readonly unknown[] {
  return toolCallsOf(value).flatMap(({ id, name, result }): readonly unknown[] => {
    if (!result) return []
    if (typeof result === 'string')
      return [{ functionResponse: { ...(id !== undefined && { id }), name, response: { output: result } } }]
    return partsOf(result)
  })
}

/** Thoughts that a record holds; they are kept and not sent. */
export function thoughtParts(value: MessageRecord): readonly unknown[] {
  return partsOf(value['content']).filter(isThought)
}

/**
 * The contents that Gemini CLI 0.61 builds from one record when a chat is resumed (`convertSessionToClientHistory`, then
 * thoughts are stripped). It joins neighbours of one role afterwards; here they stay apart, each with its record.
 */
export function buildContents(value: MessageRecord): readonly (readonly [ContentPiece, Content])[] {
  if (value['type'] === 'user') {
    const parts = partsOf(value['content'])
    return isIgnored(parts) ? [] : [['spoken', { role: 'user', parts: parts.filter((part) => !isThought(part)) }]]
  }
  if (value['type'] !== 'gemini') return []
  const pieces: [ContentPiece, Content][] = []
  const said = spokenParts(value).filter((part) => !isThought(part))
  if (said.length > 0) pieces.push(['spoken', { role: 'model', parts: said }])
  const answered = answeredParts(value)
  if (answered.length > 0) pieces.push(['answered', { role: 'user', parts: answered }])
  return pieces
}
