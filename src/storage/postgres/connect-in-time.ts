import { longestTimer } from '../../json/longest-timer.ts'
import { StoreError } from '../store-error.ts'
import type { PostgresClient, PostgresPool } from './pool.ts'

/**
 * A connection of the pool, or `unreachable` after `limitMs`: a pool waits without limit while others hold all its connections.
 * A connection that comes too late is released.
 */
export function connectInTime(pool: PostgresPool, limitMs: number): Promise<PostgresClient> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(
      () => {
        isLate = true
        reject(
          new StoreError({
            code: 'unreachable',
            message: 'No connection became free in time.',
            remedy: 'Nothing was done. Give the pool more connections, and release those that are held.',
          }),
        )
      },
      Math.min(limitMs, longestTimer),
    )
    const end = (go: () => void): void => {
      clearTimeout(timer)
      go()
    }
    pool.connect().then(
      (client) => end(() => (isLate ? client.release() : resolve(client))),
      (cause: unknown) => end(() => reject(cause)),
    )
  })
}
