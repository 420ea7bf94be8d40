/*
 * A node of a fleet that may be killed at any moment: node killed-node.ts URL SCHEMA NAME LEASE_TTL_MS
 * Each attempt that comes to its end leaves a row in `ledger`, written in the transaction that checks the lease.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { entryFile } from '../entry-file.ts'

const { createFleet, createPostgresQueue } = (await import(entryFile('fleet'))) as typeof import('../../src/fleet.ts')
const { createPostgresStore } = (await import(entryFile('postgres'))) as typeof import('../../src/postgres.ts')

const [connectionString = '', schema = '', node = '', leaseTtlMs = ''] = process.argv.slice(2)
const pool = new Pool({ connectionString, max: 6 })
pool.on('error', () => undefined)
const store = createPostgresStore({ pool, schema, migrate: false })

const fleet = createFleet({
  store,
  queue: createPostgresQueue(pool, { schema, migrate: false, pollMs: 50 }),
  node,
  leaseTtlMs: Number(leaseTtlMs),
  maxAttempts: 100_000,
  backoff: { baseMs: 1, maxMs: 100 },
  async resume({ sessionID, turn: { turnID, input }, lease, signal }) {
    await store.messages.append(sessionID, [{ raw: { role: 'user', content: input } }], { lease })
    await sleep(Math.random() * 200, undefined, { signal })
    await store.turns.advance(sessionID, turnID, 'assistant_started', { partial: turnID }, { lease })
    await sleep(Math.random() * 200, undefined, { signal })
    await store.fenced(sessionID, lease, (tx) =>
      tx.query({
        text: `INSERT INTO ${schema}.ledger (session, turn, token, node) VALUES ($1, $2, $3, $4)`,
        values: [sessionID, turnID, lease.token, node],
      }),
    )
    return { answered: input }
  },
})
fleet.start()
process.on('SIGTERM', () => void fleet.stop().then(() => pool.end()))
process.stdout.write('started\n')
