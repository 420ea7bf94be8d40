import type { Answer, AnswerBuilder } from '../wire/answer.ts'

/** Those who listen to a stream. */
export interface StreamListener {
  /** The event of the model's own API in an item. */
  eventOf(item: unknown): unknown
  /** So many items have passed. */
  onItem(count: number): void
  /** Gets the answer once, whole or cut, before the caller learns of the end. */
  onEnd(answer: Answer): Promise<void>
}

/** A stream that is listened to while it passes. */
export async function* heardStream(
  stream: AsyncIterable<unknown>,
  builder: AnswerBuilder,
  { eventOf, onEnd, onItem }: StreamListener,
): AsyncGenerator<unknown> {
  let count = 0
  try {
    for await (const item of stream) {
      builder.add(eventOf(item))
      onItem((count += 1))
      yield item
    }
  } finally {
    await onEnd(builder.answer())
  }
}

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
