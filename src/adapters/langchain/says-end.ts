import type { BaseMessage } from '@langchain/core/messages'
import { isRecord } from '../../json/is-record.ts'
import type { GuardedCall } from '../../recovery/guarded-call.ts'

/** Providers whose APIs say of every answer why it ended. */
const telling = /anthropic|openai/i
/** Where they say so: in Messages, in Chat Completions, in Responses. */
const ends = ['stop_reason', 'finish_reason', 'status'] as const

/** Whether an answer that does not say how it ended was cut: LangChain ends a stream that just stops as one that is whole. */
export function tellsEnds({ body: { provider } }: Pick<GuardedCall, 'body'>): boolean {
  return typeof provider === 'string' && telling.test(provider)
}

/** Whether a message, or a chunk of one, says how the answer ended. */
export function saysEnd(message: BaseMessage, info?: Readonly<Record<string, unknown>>): boolean {
  return [message.response_metadata, message.additional_kwargs, info].some(
    (fields: unknown) =>
      isRecord(fields) && ends.some((end) => typeof fields[end] === 'string' && fields[end] !== 'in_progress'),
  )
}
