import type { Answer, AnswerBuilder } from '../wire/answer.ts'

/** A stream that is listened to while it passes; what was heard is told once, whole or cut, before the caller learns of the end. */
export async function* heardStream(
  stream: AsyncIterable<unknown>,
  builder: AnswerBuilder,
  eventOf: (item: unknown) => unknown,
  onEnd: (answer: Answer) => Promise<void>,
): AsyncGenerator<unknown> {
  try {
    for await (const item of stream) {
      builder.add(eventOf(item))
      yield item
    }
  } finally {
    await onEnd(builder.answer())
  }
}

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
