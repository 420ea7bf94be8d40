import { isRecord } from '../../json/is-record.ts'
import { readOnce } from '../../json/read-once.ts'
import { withField } from '../../json/with-field.ts'
import type { Block, Message, Transcript } from '../../transcript/transcript.ts'

/**
 * The message of role `function` that answers a call. This older form of a result names the function but no call: answers of one name pair
 * with its calls in order when they are equally many; when none has a name, all answers pair with all calls.
 */
export function unnamedResult(
  call: Block,
  transcript: Transcript,
): { readonly message: Message; readonly answer: unknown } | undefined {
  const message = answersIn(transcript)(call.message).get(call)
  if (message === undefined) return undefined
  return { message, answer: withField(withField(message.raw, 'role', 'tool'), 'tool_call_id', call.callId) }
}

/** The answers to the calls of a message, by call. */
const answersIn = readOnce(({ messages }: Transcript) =>
  readOnce(({ blocks, index }: Message): ReadonlyMap<Block, Message> => {
    const behind = answersBehind(messages, index)
    const isNamed = behind.some(({ raw }) => nameOf(raw) !== undefined)
    const answers = Map.groupBy(behind, ({ raw }) => (isNamed ? nameOf(raw) : undefined))
    const calls = Map.groupBy(
      blocks.filter(({ kind }) => kind === 'tool_call'),
      ({ name }) => (isNamed ? name : undefined),
    )
    const answered = [...calls].flatMap(([name, asked]) => {
      const own = answers.get(name) ?? []
      return own.length === asked.length ? asked.map((call, place) => [call, own[place]!] as const) : []
    })
    return new Map(answered)
  }),
)

/** The function answers in the turn behind a message; cut there, since a list may hold thousands of such messages. */
function answersBehind(messages: readonly Message[], index: number): Message[] {
  const answers: Message[] = []
  for (let at = index + 1; at < messages.length && messages[at]!.role !== 'assistant'; at += 1)
    if (isFunctionAnswer(messages[at]!.raw)) answers.push(messages[at]!)
  return answers
}

/** Whether a message answers a `function_call`; a message with a `tool_call_id` is a tool's, whatever its role. */
export function isFunctionAnswer(raw: unknown): boolean {
  return isRecord(raw) && raw['role'] === 'function' && !raw['tool_call_id']
}

function nameOf(raw: unknown): string | undefined {
  const name = isRecord(raw) ? raw['name'] : undefined
  return typeof name === 'string' && name !== '' ? name : undefined
}
