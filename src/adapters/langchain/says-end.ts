import type { BaseMessage } from '@langchain/core/messages'
import { isRecord } from '../../json/is-record.ts'
import type { GuardedCall } from '../../recovery/calls/guarded-call.ts'

/** Providers whose APIs give a reason at the end of every answer. */
const telling = /anthropic|openai/i
/** The field of the reason in Messages, in Chat Completions, in Responses. */
const ends = ['stop_reason', 'finish_reason', 'status'] as const

/** Whether an answer without such a reason must have been cut: LangChain ends a stream that just stops as if it were complete. */
export function tellsEnds({ body: { provider } }: Pick<GuardedCall, 'body'>): boolean {
  return typeof provider === 'string' && telling.test(provider)
}

/** Whether a message, or a chunk of one, gives the reason why the answer ended. */
export function saysEnd(message: BaseMessage, info?: Readonly<Record<string, unknown>>): boolean {
  return [message.response_metadata, message.additional_kwargs, info].some(
    (fields: unknown) =>
      isRecord(fields) && ends.some((end) => typeof fields[end] === 'string' && fields[end] !== 'in_progress'),
  )
}
