import type { Answer, AnswerBuilder } from '../wire/answer.ts'

/** The callbacks for a stream. */
export interface StreamListener {
  /** The event of the model's own API that an item carries. */
  eventOf(item: unknown): unknown
  /** Gets the number of items so far. */
  onItem(count: number): void
  /** Gets the answer once, whole or cut, before the caller learns of the end. */
  onEnd(answer: Answer): Promise<void>
}

/** Passes a stream on and reports its items. */
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
