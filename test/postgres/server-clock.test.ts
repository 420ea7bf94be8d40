import { expect, test } from 'vitest'
import type { PostgresPool } from '../../src/storage/postgres/pool.ts'
import { createPostgresStore } from '../../src/storage/postgres/create-postgres-store.ts'
import { acquired } from '../../src/testing/contracts/store-cases/store-case.ts'
import { usePostgres } from './postgres-server.ts'

const postgres = usePostgres()
const HOUR_MS = 3_600_000

/** A pool whose database has another time than this machine. */
function shifted(pool: PostgresPool, by: () => number): PostgresPool {
  const late = (text: string): string =>
    text.replaceAll('clock_timestamp()', `(clock_timestamp() + ${by()} * interval '1 ms')`)
  const connect = async (): ReturnType<PostgresPool['connect']> => {
    const client = await pool.connect()
    return new Proxy(client, {
      get: (target, name) => {
        if (name === 'query')
          return (query: { readonly text: string }) => target.query({ ...query, text: late(query.text) })
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }
  return new Proxy(pool, { get: (target, name) => (name === 'connect' ? connect : Reflect.get(target, name)) })
}

test('an owner that only writes keeps the time of before, when the clock of the database was set or its own stood still', async () => {
  const schema = postgres.schema()
  let shift = 0
  const owner = createPostgresStore({ pool: shifted(postgres.pool(), () => shift), schema })
  const other = createPostgresStore({ pool: shifted(postgres.pool(), () => shift), schema })
  const lease = await acquired(owner, 's', { owner: 'owner', ttlMs: 60_000 })
  for (const to of [HOUR_MS, -HOUR_MS]) {
    shift = to
    for (let beats = 0; beats < 2; beats += 1) await lease.renew()
    const taken = await other.leases.acquire('s', { owner: 'other', ttlMs: 60_000 })
    expect(taken).toMatchObject({ held: true, by: 'owner' })
    const left = (await other.leases.holder('s'))!.until - Date.now() - to
    // As long as it was taken for, give or take what this machine needs.
    expect(Math.abs(left - 60_000)).toBeLessThan(30_000)
  }
})
