import { isRecord } from '../../json/is-record.ts'
import { readOnce } from '../../json/read-once.ts'
import { withField } from '../../json/with-field.ts'
import type { Block, Message, Transcript } from '../../transcript/transcript.ts'

/**
 * The message of the role `function` that answers a call: the older form of a result, which names the tool and no call. Those of
 * one name answer its calls in their order, where there are as many; where none has a name all of them answer all calls.
 */
export function unnamedResult(
  call: Block,
  transcript: Transcript,
): { readonly message: Message; readonly answer: unknown } | undefined {
  const message = answersIn(transcript)(call.message).get(call)
  if (message === undefined) return undefined
  return { message, answer: withField(withField(message.raw, 'role', 'tool'), 'tool_call_id', call.callId) }
}

/** What answers the calls of a message, by call. */
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

/** In the turn behind a message: a list may hold thousands of those that ask. */
function answersBehind(messages: readonly Message[], index: number): Message[] {
  const answers: Message[] = []
  for (let at = index + 1; at < messages.length && messages[at]!.role !== 'assistant'; at += 1)
    if (isFunctionAnswer(messages[at]!.raw)) answers.push(messages[at]!)
  return answers
}

/** Whether a message answers a call of the time before tools; one that names its call is a tool's, whatever its role says. */
export function isFunctionAnswer(raw: unknown): boolean {
  return isRecord(raw) && raw['role'] === 'function' && !raw['tool_call_id']
}

function nameOf(raw: unknown): string | undefined {
  const name = isRecord(raw) ? raw['name'] : undefined
  return typeof name === 'string' && name !== '' ? name : undefined
}
