import { longestTimer } from '../../json/longest-timer.ts'
import { StoreError } from '../store-error.ts'
import type { PostgresClient, PostgresPool } from './pool.ts'

/**
 * A connection of the pool. Who holds all of them may do so for ever, and by itself a pool waits as long: after that time
 * the call is given up, and a connection that comes later goes back.
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
