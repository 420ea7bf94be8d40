import { refusalIn } from '../wire/refusal-in.ts'

/** A stream whose first event has been asked for. */
export interface OpenedStream {
  /** The error that it begins with: the SDK throws it, or hands it out as an event; null when it begins with an answer. */
  readonly error: unknown
  /** The whole stream, with its first event or error. It can be read once. */
  readonly stream: AsyncGenerator<unknown>
  /** Ends a stream that nobody will read. */
  close(): Promise<unknown>
}

/** Opens a stream: what a provider refuses after it has said 200 is told by its first event. */
export async function openedStream(
  source: AsyncIterable<unknown>,
  eventOf: (item: unknown) => unknown,
): Promise<OpenedStream> {
  const items = source[Symbol.asyncIterator]()
  const first = await items.next().then(
    (next) => ({ next, error: next.done === true ? null : refusalIn(eventOf(next.value)) }),
    (error: unknown) => ({ next: undefined, error }),
  )
  async function* whole(): AsyncGenerator<unknown> {
    if (first.next === undefined) throw first.error
    try {
      for (let next = first.next; next.done !== true; next = await items.next()) yield next.value
    } finally {
      await items.return?.()
    }
  }
  return { error: first.error, stream: whole(), close: async () => items.return?.() }
}
