import { StoreError } from '../store-error.ts'
import type { PostgresPool } from './pool.ts'

/** A pool that is made, and `pg` loaded, at its first use. */
export function lazyPool(connectionString: string): PostgresPool {
  const listeners: Parameters<PostgresPool['on']>[] = []
  let making: Promise<PostgresPool> | undefined
  const make = async (): Promise<PostgresPool> => {
    const { default: pg } = await import('pg').catch((cause: unknown) => {
      throw new StoreError({
        code: 'cannot_open',
        message: 'The package `pg` is not installed.',
        remedy: 'npm install pg',
        cause,
      })
    })
    const made: PostgresPool = new pg.Pool({ connectionString, connectionTimeoutMillis: 10_000, allowExitOnIdle: true })
    for (const listening of listeners) made.on(...listening)
    return made
  }
  const get = (): Promise<PostgresPool> => (making ??= make())
  return {
    options: { connectionString },
    connect: async () => (await get()).connect(),
    end: async () => (await making)?.end(),
    on: (...listening) => listeners.push(listening),
    off: () => undefined,
  }
}
