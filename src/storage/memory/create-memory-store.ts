import { checkOptions, optional, wholeNumber } from '../../errors/check-options.ts'
import { lazyBackend } from '../lazy-backend.ts'
import { checkedClock } from '../rules/checked-clock.ts'
import { storeOver } from '../store-over.ts'
import type { SessionStore } from '../session-store.ts'

export interface MemoryStoreOptions {
  /** Default 1,000. */
  readonly maxSessions?: number
  /** The most characters of JSON text over all sessions, and so also for one session. Default 256 Mi. */
  readonly maxSize?: number
  /** Epoch ms; default `Date.now`. Only stored and compared with lease times. */
  readonly now?: () => number
}

const rules = {
  maxSessions: wholeNumber(1, 1000),
  maxSize: wholeNumber(1, 256 * 2 ** 20),
  now: optional<() => number>('function'),
}

/**
 * A store in this process's memory, for tests and for agents whose sessions end with the process.
 *
 * Bounded: beyond `maxSessions` or `maxSize` the least recently used session is evicted with all that belongs to it. A
 * session under a live lease is never evicted and does not count. A session that would not fit alone is refused with
 * `too_large`, never evicted in silence.
 *
 * @example
 * const store = createMemoryStore({ maxSessions: 100 })
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): SessionStore {
  const { maxSessions, maxSize, now = Date.now } = checkOptions(options, rules)
  const { backend } = lazyBackend(async () =>
    (await import('./memory-backend.ts')).memoryBackend({ maxSessions, maxSize }, checkedClock(now)),
  )
  return storeOver(backend, now)
}
