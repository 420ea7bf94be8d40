import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import type { Block, Message, Transcript } from '../../transcript/transcript.ts'

/**
 * The message of the role `function` that answers a call: the older form of a result, which names the tool and no call. Those of
 * one name answer its calls in their order, where there are as many; where none has a name all of them answer all calls.
 */
export function unnamedResult(
  call: Block,
  { messages }: Transcript,
): { readonly message: Message; readonly answer: unknown } | undefined {
  const all = call.message.blocks.filter(({ kind }) => kind === 'tool_call')
  const from = call.message.index + 1
  const end = messages.findIndex(({ role }, index) => index >= from && role === 'assistant')
  const behind = messages.slice(from, end < 0 ? undefined : end).filter(({ raw }) => answersTool(raw))
  const isNamed = behind.some(({ raw }) => nameOf(raw) !== undefined)
  const calls = isNamed ? all.filter(({ name }) => name === call.name) : all
  const answers = isNamed ? behind.filter(({ raw }) => nameOf(raw) === call.name) : behind
  const message = answers.length === calls.length ? answers[calls.indexOf(call)] : undefined
  if (message === undefined) return undefined
  return { message, answer: withField(withField(message.raw, 'role', 'tool'), 'tool_call_id', call.callId) }
}

function answersTool(raw: unknown): boolean {
  return isRecord(raw) && raw['role'] === 'function' && !raw['tool_call_id']
}

function nameOf(raw: unknown): string | undefined {
  const name = isRecord(raw) ? raw['name'] : undefined
  return typeof name === 'string' && name !== '' ? name : undefined
}
