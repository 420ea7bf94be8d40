import { expect, onTestFinished, test } from 'vitest'
import { createPostgresQueue } from '../../src/fleet/queues/create-postgres-queue.ts'
import { createPostgresStore, type PostgresStore } from '../../src/storage/postgres/create-postgres-store.ts'
import { acquired } from '../../src/testing/contracts/store-cases/store-case.ts'
import { collectPlans, type RunPlan } from './collect-plans.ts'
import { fillWithSessions, longSession, prefixOf } from './many-sessions.ts'
import type { usePostgres } from './postgres-server.ts'

const few = 1_000

interface Ground {
  readonly store: PostgresStore
  readonly queue: ReturnType<typeof createPostgresQueue>
}

/** What nodes do all day; none of it may read more because there are more sessions, messages or jobs. */
const commands: Readonly<Record<string, (ground: Ground) => Promise<unknown>>> = {
  append: ({ store }) => store.messages.append('s500', [{ raw: 'x' }]),
  'append to a long session': ({ store }) => store.messages.append(longSession, [{ raw: 'x' }]),
  load: ({ store }) => store.state.get('s500', 'history', { owner: 'fleet' }),
  async claim({ store }) {
    const lease = await acquired(store, 's501', { ttlMs: 60_000 })
    await lease.renew()
    await store.messages.append('s501', [{ raw: 'x' }], { lease })
    await lease.release()
  },
  async turn({ store }) {
    const { turnID } = await store.turns.begin('s502')
    await store.turns.advance('s502', turnID, 'completed')
  },
  'oldest of a backlog': ({ store }) => store.turns.oldestPending(50),
  'state by its name': ({ store }) => store.statesNamed('fleet', 'history'),
  part: ({ store }) => store.parts.record('s503', { callId: 'c', name: 'tool', status: 'running' }),
  state: ({ store }) => store.state.set('s504', 'k', 1),
  'recognise a conversation': ({ store }) => store.messages.findByPrefix([prefixOf(505)]),
  async reference({ store }) {
    await store.messages.setReference('s506', 'response')
    await store.messages.findReference('response')
  },
  async job({ queue }) {
    await queue.send({ sessionID: 'job', turnID: 'now' })
    await new Promise<void>((resolve, reject) => {
      const working = queue.work(
        async (job) => {
          await queue.complete(job)
          void working.stop().then(resolve)
        },
        { node: 'n', concurrency: 1, claimMs: 60_000, onError: reject },
      )
    })
  },
}

interface Cost {
  readonly scans: readonly string[]
  readonly pages: number
}

/** What each command reads in a store of so many sessions. */
async function costsAt(postgres: ReturnType<typeof usePostgres>, sessions: number): Promise<Map<string, Cost>> {
  const schema = postgres.schema()
  const { pool, taken } = collectPlans(postgres.url())
  onTestFinished(() => pool.end())
  const ground = {
    store: createPostgresStore({ pool, schema, statementTimeoutMs: 600_000 }),
    queue: createPostgresQueue(pool, { schema, pollMs: 1 }),
  }
  await ground.store.open()
  await fillWithSessions(postgres.pool(1), schema, sessions)
  const costs = new Map<string, Cost>()
  for (const [name, run] of Object.entries(commands)) {
    // Once unmeasured: what the server reads of its own catalogue the first time.
    await run(ground)
    taken()
    await run(ground)
    costs.set(name, costOf(taken()))
  }
  return costs
}

const costOf = (plans: readonly RunPlan[]): Cost => ({
  scans: [...new Set(plans.flatMap(({ scans }) => scans))].sort(),
  pages: plans.reduce((sum, { pages }) => sum + pages, 0),
})

export function growthCases(postgres: ReturnType<typeof usePostgres>, many: number): void {
  test(`a command reads a table from end to end, or more pages, because there are ${many} sessions instead of ${few}`, async () => {
    const [before, after] = [await costsAt(postgres, few), await costsAt(postgres, many)]
    const table = Array.from(after, ([command, { pages, scans }]) => {
      const former = before.get(command)!.pages
      return { command, [few]: former, [many]: pages, scans: scans.join(', '), isFlat: pages <= 1.5 * former + 8 }
    })
    console.table(table)
    expect([...after.values()].flatMap(({ scans }) => scans.filter((scan) => scan.startsWith('Seq Scan')))).toEqual([])
    expect([...after.values()].every(({ pages }) => pages > 0)).toBe(true)
    expect(table.filter(({ isFlat }) => !isFlat)).toEqual([])
  })
}
