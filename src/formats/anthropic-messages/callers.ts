import { isRecord } from '../../json/is-record.ts'
import { readOnce } from '../../json/read-once.ts'
import { withField } from '../../json/with-field.ts'
import type { Block, Message, Transcript, Turn } from '../../transcript/transcript.ts'

/**
 * A call or a result whose `caller` cannot stay, without it: it is as good as one of the model's own. No such code is there, or what
 * answers the call is not what code waits for: a turn of nothing but results, in words.
 */
export function withoutCaller(block: Block, transcript: Transcript): unknown {
  const { kind, raw, shape } = block
  const caller = isRecord(raw) ? raw['caller'] : undefined
  if (!isRecord(caller) || caller['type'] === 'direct') return undefined
  const isWaiting = kind === 'tool_call' && !shape.server
  const isSettled = scriptsIn(transcript).has(caller['tool_id']) && (!isWaiting || isAnsweredAlone(block, transcript))
  return isSettled ? undefined : withField(raw, 'caller', undefined)
}

/** Ids of all calls: one of them may be code. */
const scriptsIn = readOnce(({ messages }: Transcript) => idsOf(messages, 'tool_call'))

/** "Your response message must contain only `tool_result` blocks", their content "a string or `text` blocks"; what is missing comes first. */
function isAnsweredAlone({ callId, message }: Block, { turns }: Transcript): boolean {
  const next = turns[message.turnIndex + 1]
  const answer = next?.role === 'system' ? turns[message.turnIndex + 2] : next
  return !(answer && answersBesideOthers(answer)?.has(callId))
}

/** Ids of the results in a turn that holds something else. */
const answersBesideOthers = readOnce(({ messages }: Turn) =>
  messages.every(({ blocks }) => blocks.every(isAnswer)) ? undefined : idsOf(messages, 'tool_result'),
)

function idsOf(messages: readonly Message[], kind: Block['kind']): ReadonlySet<unknown> {
  return new Set(messages.flatMap(({ blocks }) => blocks.map((block) => block.kind === kind && block.callId)))
}

/** What says nothing, and what nobody reads as it is, has strategies of its own. */
function isAnswer({ kind, payload, text }: Block): boolean {
  if (kind === 'tool_result')
    return !Array.isArray(payload) || payload.every((part) => !isRecord(part) || part['type'] === 'text')
  return kind === 'unknown' || text?.trim() === ''
}
