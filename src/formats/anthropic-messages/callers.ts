import { isRecord } from '../../json/is-record.ts'
import { readOnce } from '../../json/read-once.ts'
import { withField } from '../../json/with-field.ts'
import type { Block, Message, Transcript, Turn } from '../../transcript/transcript.ts'

/**
 * A call or result without its illegal `caller`, so that it counts as the model's own. A caller is illegal when no such code call exists,
 * or when the turn that answers holds more than results with text, which is all that waiting code accepts.
 */
export function withoutCaller(block: Block, transcript: Transcript): unknown {
  const { kind, raw, shape } = block
  const caller = isRecord(raw) ? raw['caller'] : undefined
  if (!isRecord(caller) || caller['type'] === 'direct') return undefined
  const isWaiting = kind === 'tool_call' && !shape.server
  const isSettled = scriptsIn(transcript).has(caller['tool_id']) && (!isWaiting || isAnsweredAlone(block, transcript))
  return isSettled ? undefined : withField(raw, 'caller', undefined)
}

/** Ids of all calls; a `caller` names one of them, which ran the code. */
const scriptsIn = readOnce(({ messages }: Transcript) => idsOf(messages, 'tool_call'))

/**
 * "Your response message must contain only `tool_result` blocks", their content "a string or `text` blocks". A missing result is mended
 * first.
 */
function isAnsweredAlone({ callId, message }: Block, { turns }: Transcript): boolean {
  const next = turns[message.turnIndex + 1]
  const answer = next?.role === 'system' ? turns[message.turnIndex + 2] : next
  return !(answer && answersBesideOthers(answer)?.has(callId))
}

/** Ids of the results in a turn that holds something else; undefined when it holds nothing else. */
const answersBesideOthers = readOnce(({ messages }: Turn) =>
  messages.every(({ blocks }) => blocks.every(isAnswer)) ? undefined : idsOf(messages, 'tool_result'),
)

function idsOf(messages: readonly Message[], kind: Block['kind']): ReadonlySet<unknown> {
  return new Set(messages.flatMap(({ blocks }) => blocks.map((block) => block.kind === kind && block.callId)))
}

/** Whether a block does not disturb waiting code; blank and unreadable blocks have strategies of their own. */
function isAnswer({ kind, payload, text }: Block): boolean {
  if (kind === 'tool_result')
    return !Array.isArray(payload) || payload.every((part) => !isRecord(part) || part['type'] === 'text')
  return kind === 'unknown' || text?.trim() === ''
}
