import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createFleet } from '../../src/fleet/create-fleet.ts'
import { createPostgresQueue } from '../../src/fleet/queues/create-postgres-queue.ts'
import { createPostgresStore, type PostgresStore } from '../../src/storage/postgres/create-postgres-store.ts'
import { acquired } from '../../src/testing/contracts/store-cases/store-case.ts'
import { type FaultyProxy, faultyProxy } from '../postgres/faulty-proxy.ts'
import type { usePostgres } from '../postgres/postgres-server.ts'

type Postgres = ReturnType<typeof usePostgres>

export interface ChaosOptions {
  /** Sessions that a dead node has left in the middle of a turn. */
  readonly recoveries: number
  /**
   * Shortest pause between two faults: a connection that breaks, one that falls silent, the server killed and started anew; ms. On a
   * machine that is slower than that, faults alone would follow each other: the next one waits until a job was done since.
   */
  readonly everyMs: number
}

const nodes = ['a', 'b']

/**
 * How long an answer of the database is waited for: many times what one takes, to a connection that is new. A time that is right on an
 * idle machine lets nothing through on a busy one, without any fault.
 */
async function patienceMs(url: string): Promise<number> {
  const from = performance.now()
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('SELECT 1')
  const tookMs = performance.now() - from
  await client.end()
  return Math.max(500, Math.ceil(tookMs * 12))
}

/** What a node that was killed leaves behind: a job, a turn that had begun, and nobody to end its lease. */
async function leaveBehind(store: PostgresStore, queue: ReturnType<typeof createPostgresQueue>, sessionID: string) {
  await queue.send({ sessionID, turnID: 'turn', input: sessionID })
  const dead = await acquired(store, sessionID, { owner: 'dead', ttlMs: 60_000 })
  await store.turns.begin(sessionID, { turnID: 'turn', input: sessionID, lease: dead })
  await store.turns.advance(sessionID, 'turn', 'assistant_started', { partial: 'hal' }, { lease: dead })
  await dead.renew(1)
}

interface Disturbance {
  readonly proxy: FaultyProxy
  readonly postgres: Postgres
  readonly everyMs: number
  /** How many jobs there still are. */
  readonly left: () => number
  readonly over: AbortSignal
}

/** Faults, one after another, until it is told to end. */
async function disturb({ everyMs, left, over, postgres, proxy }: Disturbance): Promise<number> {
  const faults = [() => proxy.arm('hang'), () => postgres.server().restart(), () => proxy.arm('drop')]
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal: over }).catch(() => undefined)
  let number = 0
  while (!over.aborted) {
    await faults[number % faults.length]!()
    number += 1
    const before = left()
    await pause(everyMs)
    while (!over.aborted && left() === before) await pause(20)
  }
  return number
}

/** Two nodes recover what was left behind, while their database comes and goes. */
export function chaosCase(postgres: Postgres, { everyMs, recoveries }: ChaosOptions): void {
  test(`of ${recoveries} interrupted turns one is lost, completed twice or stuck while the database comes and goes`, async () => {
    const schema = postgres.schema()
    const waitMs = await patienceMs(postgres.url())
    const limits = { statementTimeoutMs: waitMs }
    // A server that dies while it greets leaves a connection that nobody ends.
    const patience = { connectionTimeoutMillis: waitMs, query_timeout: waitMs }
    const pool = new Pool({ connectionString: postgres.url(), max: 4, ...patience })
    pool.on('error', () => undefined)
    onTestFinished(() => pool.end())
    const store = createPostgresStore({ pool, schema })
    const queue = createPostgresQueue(pool, { schema })
    const sessions = Array.from({ length: recoveries }, (_, number) => `s${number}`)
    for (const sessionID of sessions) await leaveBehind(store, queue, sessionID)

    const proxy = await faultyProxy(postgres.url())
    onTestFinished(() => proxy.close())
    const completions = new Map<string, number>()
    const fleets = nodes.map((node) => {
      const through = new Pool({ connectionString: proxy.url, max: 4, ...patience })
      through.on('error', () => undefined)
      onTestFinished(() => through.end())
      return createFleet({
        store: createPostgresStore({ pool: through, schema, ...limits }),
        queue: createPostgresQueue(through, { schema, pollMs: 20, ...limits }),
        node,
        leaseTtlMs: 6 * waitMs,
        maxAttempts: 1_000,
        backoff: { baseMs: 1, maxMs: 50 },
        async resume({ sessionID, turn: { turnID }, lease, previous }) {
          expect(previous).toMatchObject({ state: 'interrupted' })
          const stored = await through.query('SELECT 1 AS works')
          completions.set(sessionID, (completions.get(sessionID) ?? 0) + 1)
          return { rows: stored.rowCount, turnID, token: lease.token }
        },
      })
    })
    const over = new AbortController()
    let left = recoveries
    const disturbing = disturb({ proxy, postgres, everyMs, left: () => left, over: over.signal })
    for (const fleet of fleets) fleet.start()
    const count = async (): Promise<number> =>
      Number((await pool.query(`SELECT count(*) FROM ${schema}.jobs`)).rows[0].count)
    while ((left = await count().catch(() => left)) > 0) await sleep(50)
    over.abort()
    const faults = await disturbing
    await Promise.all(fleets.map((fleet) => fleet.stop()))

    expect(await store.turns.pending()).toEqual([])
    expect(completions.size).toBe(recoveries)
    for (const sessionID of sessions) {
      const states: string[] = []
      for (let attempt = 1; ; attempt += 1) {
        const turn = await store.turns.get(sessionID, attempt === 1 ? 'turn' : `turn~${attempt}`)
        if (turn === null) break
        states.push(turn.state)
      }
      // Interrupted, perhaps more than once, and completed exactly once, at the end.
      expect(states.pop()).toBe('completed')
      expect([...new Set(states)]).toEqual(['interrupted'])
    }
    expect(faults).toBeGreaterThan(0)
    console.log(`${recoveries} recoveries under ${faults} faults; ${proxy.struck()} connections struck`)
  })
}
