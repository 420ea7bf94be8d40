import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { expect, onTestFinished, test } from 'vitest'
import type { ClaimedJob, FleetQueue } from '../../src/fleet/fleet-queue.ts'
import { createPgBossQueue } from '../../src/fleet/queues/create-pg-boss-queue.ts'
import { createPostgresQueue } from '../../src/fleet/queues/create-postgres-queue.ts'
import { createPostgresStore } from '../../src/storage/postgres/create-postgres-store.ts'
import { acquired, rejectsWith } from '../../src/testing/contracts/store-cases/store-case.ts'
import type { usePostgres } from '../postgres/postgres-server.ts'

type Postgres = ReturnType<typeof usePostgres>

interface Adapter {
  readonly queue: FleetQueue
  /** Makes the claim of a silent node lapse. */
  lapse(job: ClaimedJob): Promise<unknown>
}

const ADAPTERS: Record<string, (postgres: Postgres, schema: string) => Promise<Adapter>> = {
  async postgres(postgres, schema) {
    const pool = postgres.pool()
    const queue = createPostgresQueue(pool, { schema, pollMs: 10 })
    return { queue, lapse: ({ id }) => pool.query(`UPDATE ${schema}.jobs SET due = now() WHERE id = $1`, [id]) }
  },
  async 'pg-boss'(postgres, schema) {
    const boss = new PgBoss({ connectionString: postgres.url(), schema: `${schema}_boss`, supervise: false })
    boss.on('error', () => undefined)
    await boss.start()
    onTestFinished(() => boss.stop({ graceful: false }))
    // What its monitor does with a job whose worker is silent.
    const sql = `UPDATE ${schema}_boss.job SET state = 'retry', start_after = now() WHERE id = $1`
    return { queue: createPgBossQueue(boss, { pollMs: 10 }), lapse: ({ id }) => postgres.pool(1).query(sql, [id]) }
  },
}

/** The next job, left unfinished as by a node that hangs. */
async function claimed(queue: FleetQueue, node: string): Promise<ClaimedJob> {
  const jobs: ClaimedJob[] = []
  const onError = (cause: unknown): never => expect.unreachable(String(cause))
  const options = { node, concurrency: 1, claimMs: 60_000, onError }
  const working = queue.work(async (job) => void jobs.push(job), options)
  while (jobs.length === 0) await sleep(5)
  await working.stop()
  return jobs[0]!
}

/** So many workers of each queue whose claim lapses before they are done. */
export function queueCases(postgres: Postgres, rounds: number): void {
  test.each(Object.entries(ADAPTERS))(
    '%s: a worker whose claim has lapsed completes the job of its successor',
    async (_name, make) => {
      const schema = postgres.schema()
      const store = createPostgresStore({ pool: postgres.pool(2), schema })
      await store.open()
      const { queue, lapse } = await make(postgres, schema)
      for (let round = 0; round < rounds; round += 1) {
        const sessionID = `s${round}`
        await queue.send({ sessionID, turnID: 't', input: { round } })
        const late = await claimed(queue, 'late')
        expect(late).toMatchObject({ sessionID, turnID: 't', input: { round } })
        const old = await acquired(store, sessionID, { owner: 'late', ttlMs: 1 })
        await sleep(5)
        await lapse(late)
        const job = await claimed(queue, 'next')
        const lease = await acquired(store, sessionID, { owner: 'next', ttlMs: 60_000 })
        const refused = await store
          .fenced(sessionID, old, (tx) => queue.complete(late, tx))
          .catch((error: unknown) => error)
        expect(rejectsWith('lease_lost')(refused)).toBe(true)
        expect(await store.fenced(sessionID, lease, (tx) => queue.complete(job, tx))).toBe(true)
        expect(await queue.complete(job)).toBe(false)
      }
    },
  )
}
