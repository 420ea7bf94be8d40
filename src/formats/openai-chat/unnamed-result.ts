import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import type { Block, Message, Transcript } from '../../transcript/transcript.ts'

/**
 * The message of the role `function` that answers a call: the older form of a result, which names the tool and no call. Those of
 * one name answer its calls in their order, where there are as many.
 */
export function unnamedResult(
  call: Block,
  { messages }: Transcript,
): { readonly message: Message; readonly answer: unknown } | undefined {
  const calls = call.message.blocks.filter(({ kind, name }) => kind === 'tool_call' && name === call.name)
  const from = call.message.index + 1
  const end = messages.findIndex(({ role }, index) => index >= from && role === 'assistant')
  const answers = messages.slice(from, end < 0 ? undefined : end).filter(({ raw }) => answersTool(raw, call.name))
  const message = answers.length === calls.length ? answers[calls.indexOf(call)] : undefined
  if (message === undefined) return undefined
  return { message, answer: withField(withField(message.raw, 'role', 'tool'), 'tool_call_id', call.callId) }
}

function answersTool(raw: unknown, name: string | undefined): boolean {
  return isRecord(raw) && raw['role'] === 'function' && !raw['tool_call_id'] && raw['name'] === name
}
