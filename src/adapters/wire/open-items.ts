import type { Clock } from '../../recovery/clock.ts'

/** A refusal comes at once. A provider that needs longer has started to answer, and the caller's own time limit may be short. */
const openingMs = 3_000

/** Runs a callback when the first event of a stream takes too long; returns a function that cancels it. */
export function afterOpening(clock: Clock, run: () => void): () => void {
  return clock.after(openingMs, run)
}

/** The source of a stream: an iterator, or anything with its `next`. */
export interface ItemSource<Item> {
  next(): Promise<{ readonly done?: boolean | undefined; readonly value?: Item | undefined }>
  return?(value: unknown): Promise<unknown>
}

/** A stream whose first items have been read. */
export interface OpenedItems<Item> {
  /** The error that the stream threw instead of an item; null when it threw none. The reader of `items` gets it as well. */
  readonly error: unknown
  readonly items: Items<Item>
}

/** The whole stream, including the items that have been read. */
export type Items<Item> = AsyncIterableIterator<Item> & { return(): Promise<IteratorResult<Item>> }

/**
 * Reads a stream until it is known how it begins: a provider may say 200, and refuse in its first items. Not longer than three seconds,
 * and nothing of it is lost.
 */
export async function openItems<Item>(
  source: ItemSource<Item>,
  isKnown: (item: Item) => boolean,
  clock: Clock,
): Promise<OpenedItems<Item>> {
  /** All requests for items so far; the last one may still be pending. */
  const asked: Promise<IteratorResult<Item>>[] = []
  const ask = async (): Promise<IteratorResult<Item>> => (await source.next()) as IteratorResult<Item>
  const late = Promise.withResolvers<undefined>()
  const callOff = afterOpening(clock, () => late.resolve(undefined))
  let error: unknown = null
  let next: IteratorResult<Item> | undefined
  try {
    do {
      asked.push(ask())
      next = await Promise.race([asked.at(-1)!, late.promise])
    } while (next !== undefined && next.done !== true && !isKnown(next.value))
  } catch (cause) {
    error = cause
  } finally {
    callOff()
  }
  // A late error of the pending item must not be unhandled when the reader has left.
  asked.at(-1)!.catch(() => undefined)
  let isOnItsWay = next === undefined && error === null
  const items = {
    [Symbol.asyncIterator]: () => items,
    next: async () => {
      const given = await (asked.shift() ?? ask())
      if (asked.length === 0) isOnItsWay = false
      return given
    },
    return: async () => {
      asked.length = 0
      // A generator ends only after its pending item, which may never come.
      const ending = source.return?.(undefined)
      if (isOnItsWay) ending?.catch(() => undefined)
      else await ending
      return { done: true as const, value: undefined }
    },
  }
  return { error, items }
}
