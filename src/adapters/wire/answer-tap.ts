import { ownValue } from '../../json/own-value.ts'
import type { GuardedCall } from '../../recovery/calls/guarded-call.ts'
import { type Answer, type AnswerReader, noAnswer } from './answer.ts'
import { eventDecoders, mediaTypeOf } from './endpoints.ts'

/** Listens to the bytes of an accepted answer. */
export interface AnswerTap {
  push(chunk: Uint8Array): void
  /** Records the answer; a second call only waits for the first. Never throws. */
  end(): Promise<void>
}

/** Answers longer than this are passed on without being recorded. */
const maxAnswer = 64 * 1024 * 1024

/** A listener for an answer of that content type. A JSON answer is parsed at its end, a stream while it passes. */
export function answerTap(
  call: Pick<GuardedCall, 'accepted' | 'heard'>,
  answers: AnswerReader,
  contentType: string,
): AnswerTap {
  const listener = listenerFor(answers, mediaTypeOf(contentType))
  let size = 0
  let done: Promise<void> | undefined
  const heard = (): Answer => (size > maxAnswer ? noAnswer : quietly(() => listener.answer()))
  return {
    push(chunk) {
      size += chunk.length
      if (done !== undefined || size > maxAnswer) return
      quietly(() => listener.push(chunk))
      if (listener.isStream) call.heard(size, () => heard().messages)
    },
    end: () => (done ??= recordAnswer(call, heard())),
  }
}

/** Records an accepted call with its answer; a call whose answer was cut counts as accepted too. */
export async function recordAnswer(call: Pick<GuardedCall, 'accepted'>, answer: Answer): Promise<void> {
  const { messages, complete, responseID, transformations } = answer
  await call.accepted(complete ? messages : [], {
    ...(!complete && { partial: messages }),
    ...(responseID !== undefined && { responseID, meta: { responseID } }),
    ...(transformations !== undefined && { transformations }),
  })
}

interface Listener {
  /** Whether the answer so far can be read before its end. */
  readonly isStream: boolean
  push(chunk: Uint8Array): void
  answer(): Answer
}

function listenerFor(answers: AnswerReader, mediaType: string): Listener {
  const decode = ownValue(eventDecoders, mediaType)?.()
  if (decode) {
    const builder = answers.build()
    return {
      isStream: true,
      push: (chunk) => {
        for (const event of decode(chunk)) builder.add(event)
      },
      answer: () => builder.answer(),
    }
  }
  const chunks: Uint8Array[] = []
  return {
    isStream: false,
    push: (chunk) => void chunks.push(chunk),
    answer: () => answers.whole(JSON.parse(Buffer.concat(chunks).toString('utf8'))),
  }
}

/** An answer that cannot be parsed is the caller's to report: listening must not disturb it. */
function quietly(work: () => Answer): Answer
function quietly(work: () => void): void
function quietly(work: () => Answer | void): Answer | void {
  try {
    return work()
  } catch {
    return noAnswer
  }
}
