import type { Clock } from '../../recovery/clock.ts'

/** A refusal comes at once. Who answers later than this has begun to think, and the caller's own time limit may be short. */
const openingMs = 3_000

/** Runs something when nobody waits for the first event of a stream any longer; returns how to call it off. */
export function afterOpening(clock: Clock, run: () => void): () => void {
  return clock.after(openingMs, run)
}

/** What a stream is taken from: an iterator, or whatever reads like one. */
export interface ItemSource<Item> {
  next(): Promise<{ readonly done?: boolean | undefined; readonly value?: Item | undefined }>
  return?(value: unknown): Promise<unknown>
}

/** A stream of which the first items have been seen. */
export interface OpenedItems<Item> {
  /** What the stream threw in place of an item; null when it threw nothing. Whoever reads the items meets it, too. */
  readonly error: unknown
  readonly items: Items<Item>
}

/** A whole stream, the items that have been seen included. */
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
  /** What has been asked for; the last of it may be on its way. */
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
  // One that comes late is waited for by nobody when its reader has left.
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
      // A generator ends behind what has been asked of it, and that may never come.
      const ending = source.return?.(undefined)
      if (isOnItsWay) ending?.catch(() => undefined)
      else await ending
      return { done: true as const, value: undefined }
    },
  }
  return { error, items }
}
