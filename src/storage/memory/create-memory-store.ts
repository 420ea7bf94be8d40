import { refuseUnknown } from '../../errors/check-options.ts'
import { lazyBackend } from '../lazy-backend.ts'
import { StoreError } from '../store-error.ts'
import { checkedClock } from '../rules/checked-clock.ts'
import { storeOver } from '../store-over.ts'
import type { SessionStore } from '../session-store.ts'

export interface MemoryStoreOptions {
  /** Default 1,000. */
  readonly maxSessions?: number
  /** Characters of JSON text over all sessions, and so the most that one session may have. Default 256 Mi. */
  readonly maxSize?: number
  /** Epoch ms; default `Date.now`. Only stored and compared with lease times. */
  readonly now?: () => number
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
  refuseUnknown(options, ['maxSessions', 'maxSize', 'now'])
  const { maxSessions = 1000, maxSize = 256 * 2 ** 20, now = Date.now } = options
  for (const limit of [maxSessions, maxSize])
    if (!Number.isSafeInteger(limit) || limit < 1)
      throw new StoreError({
        code: 'invalid_value',
        message: '`maxSessions` and `maxSize` must be whole numbers from 1.',
      })
  const { backend } = lazyBackend(async () =>
    (await import('./memory-backend.ts')).memoryBackend({ maxSessions, maxSize }, checkedClock(now)),
  )
  return storeOver(backend, now)
}
