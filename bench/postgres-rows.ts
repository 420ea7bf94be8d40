import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import { type ClaimedJob, createFleet, createPostgresQueue } from '../src/fleet.ts'
import { createPostgresStore, type PostgresStore } from '../src/postgres.ts'
import { fillWithSessions, longSession, prefixOf } from '../test/postgres/many-sessions.ts'
import { startPostgres } from '../test/postgres/start-postgres.ts'
import { awaitedShareOf, type Row, shareRow } from './measure.ts'

/** So many of each, one after another, before the clock is read. */
const batch = 40
const contenders = 32
const sizes = { few: 1_000, many: 1_000_000 } as const
const ttlMs = 60_000

/**
 * The store and the queue on a real server without disk (fsync off): what is measured is round trips and statements, beside those of
 * `pg` and of pg-boss on the same server.
 */
export async function* measurePostgres(rounds: number): AsyncGenerator<Row> {
  const server = await startPostgres()
  const pool = new Pool({ connectionString: server.url, max: contenders })
  const boss = new PgBoss({ connectionString: server.url, schema: 'boss', supervise: false })
  try {
    await boss.start()
    await boss.createQueue('bench')
    const few = Math.min(rounds, 8)
    yield* measureCommands(pool, boss, few)
    yield* measureQueues(pool, boss, few)
    yield* measureContention(pool, few)
    yield* measureGrowth(pool, few)
  } finally {
    await boss.stop({ graceful: false })
    await pool.end()
    await server.stop()
  }
}

type Work = () => Promise<unknown>

/** The same work again and again, one after another. */
const times = (count: number, work: Work) => async (): Promise<void> => {
  for (let done = 0; done < count; done += 1) await work()
}

async function* measureCommands(pool: Pool, boss: PgBoss, rounds: number): AsyncGenerator<Row> {
  const store = createPostgresStore({ pool, schema: 'commands' })
  const lease = await owned(store, 's')
  const raw = { role: 'user', content: 'A line of a conversation, as long as one usually is.' }
  await pool.query('CREATE TABLE commands.plain (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, raw text)')
  const command = times(batch, () => store.messages.append('s', [{ raw }], { lease }))
  const what = 'PostgreSQL store: a command of the owner, beside'
  const compared: readonly (readonly [string, Work, number | null])[] = [
    ['a round trip of pg (SELECT 1)', () => pool.query('SELECT 1'), null],
    [
      'an INSERT of its row through pg',
      () => pool.query('INSERT INTO commands.plain (raw) VALUES ($1)', [JSON.stringify(raw)]),
      3,
    ],
    ['a send of pg-boss alone', () => boss.send('bench', raw), 3],
  ]
  for (const [name, beside, target] of compared)
    yield shareRow(`${what} ${name}`, await awaitedShareOf(command, times(batch, beside), rounds), target)
  yield perSecond('PostgreSQL store: commands of one owner, one after another', batch, await bestOf(rounds, command))
}

async function owned(store: PostgresStore, sessionID: string): Promise<{ readonly token: number }> {
  const lease = await store.leases.acquire(sessionID, { owner: 'bench', ttlMs })
  if (lease.held) throw new Error(`${sessionID} is held.`)
  return lease
}

async function* measureQueues(pool: Pool, boss: PgBoss, rounds: number): AsyncGenerator<Row> {
  const schema = 'queues'
  const store = createPostgresStore({ pool, schema })
  await store.open()
  const queue = createPostgresQueue(pool, { schema, pollMs: 5 })
  let sent = 0
  const drain = async (): Promise<void> => {
    while ((await pool.query(`SELECT FROM ${schema}.jobs LIMIT 1`)).rowCount !== 0) await sleep(1)
  }
  const onError = (cause: unknown): never => {
    throw cause
  }
  const ours = async (): Promise<void> => {
    for (let job = 0; job < batch; job += 1) await queue.send({ sessionID: `s${(sent += 1)}`, turnID: 't' })
    const working = queue.work((job) => queue.complete(job).then(() => undefined), {
      node: 'bench',
      concurrency: 1,
      claimMs: ttlMs,
      onError,
    })
    await drain()
    await working.stop()
  }
  const bossAlone = async (): Promise<void> => {
    for (let job = 0; job < batch; job += 1) await boss.send('bench-jobs', { job })
    for (let done = 0; done < batch; done += 1)
      for (const { id } of await boss.fetch('bench-jobs')) await boss.complete('bench-jobs', id)
  }
  await boss.createQueue('bench-jobs')
  const turns = async (): Promise<void> => {
    const fleet = createFleet({ store, queue, node: 'bench', concurrency: 1, resume: async () => null })
    for (let turn = 0; turn < batch; turn += 1) await fleet.submit(`s${(sent += 1)}`, { turnID: 't' })
    fleet.start()
    await drain()
    await fleet.stop()
  }
  yield shareRow(
    'built-in queue: a job sent, claimed and completed, beside pg-boss alone',
    await awaitedShareOf(ours, bossAlone, rounds),
    1.5,
  )
  yield shareRow(
    'fleet: a turn from submit to completed under its lease, beside a job of pg-boss alone',
    await awaitedShareOf(turns, bossAlone, rounds),
    null,
  )
}

async function* measureContention(pool: Pool, rounds: number): AsyncGenerator<Row> {
  const schema = 'contention'
  const stores = Array.from({ length: contenders }, () => createPostgresStore({ pool, schema }))
  let round = 0
  const claimAll = async (nameOf: (worker: number) => string): Promise<void> => {
    const leases = await Promise.all(
      stores.map((store, worker) => store.leases.acquire(nameOf(worker), { owner: `w${worker}`, ttlMs })),
    )
    await Promise.all(leases.map((lease) => (lease.held ? null : lease.release())))
  }
  const one = (): Promise<void> => {
    const sessionID = `one${(round += 1)}`
    return claimAll(() => sessionID)
  }
  const apart = (): Promise<void> => {
    round += 1
    return claimAll((worker) => `apart${round}-${worker}`)
  }
  await stores[0]!.open()
  yield shareRow(
    `${contenders} workers claim one session at once, beside ${contenders} sessions`,
    await awaitedShareOf(times(4, one), times(4, apart), rounds),
    3,
  )
  const queue = createPostgresQueue(pool, { schema, pollMs: 5 })
  let sent = 0
  const drainWith = (workers: number) => async (): Promise<void> => {
    const jobs = contenders * 8
    for (let job = 0; job < jobs; job += 1) await queue.send({ sessionID: `s${(sent += 1)}`, turnID: 't' })
    let left = jobs
    await new Promise<void>((resolve, reject) => {
      const end = (): void => void Promise.all(working.map((worker) => worker.stop())).then(() => resolve(), reject)
      const handle = async (job: ClaimedJob): Promise<void> => {
        if (await queue.complete(job)) left -= 1
        if (left === 0) end()
      }
      const working = Array.from({ length: workers }, (_, worker) =>
        queue.work(handle, { node: `w${worker}`, concurrency: 1, claimMs: ttlMs, onError: reject }),
      )
    })
  }
  yield shareRow(
    `${contenders} workers empty the built-in queue, beside one worker`,
    await awaitedShareOf(drainWith(contenders), drainWith(1), rounds),
    1,
  )
}

/** The same command on a store of a thousand and of a million sessions: what is read by an index hardly knows the difference. */
async function* measureGrowth(pool: Pool, rounds: number): AsyncGenerator<Row> {
  const stores = { few: await filled(pool, 'few'), many: await filled(pool, 'many') }
  const commands: readonly (readonly [string, (ground: Ground) => Work])[] = [
    [
      'an append',
      ({ store, next }) =>
        () =>
          store.messages.append(next(), [{ raw: 'x' }]),
    ],
    [
      'an append to a session of as many messages',
      ({ store }) =>
        () =>
          store.messages.append(longSession, [{ raw: 'x' }]),
    ],
    [
      'a claim and its release',
      ({ store, next }) =>
        async () => {
          const lease = await store.leases.acquire(next(), { owner: 'bench', ttlMs })
          if (!lease.held) await lease.release()
        },
    ],
    [
      'a turn begun',
      ({ store, next }) =>
        () =>
          store.turns.begin(next()),
    ],
    [
      'a conversation recognised',
      ({ store, any }) =>
        () =>
          store.messages.findByPrefix([prefixOf(any())]),
    ],
    ['a job sent, claimed and completed beside as many that wait', ({ job }) => job],
  ]
  for (const [what, of] of commands) {
    const [work, beside] = [times(batch, of(stores.many)), times(batch, of(stores.few))]
    yield shareRow(
      `PostgreSQL, ${what}: 1,000,000 sessions, beside 1,000`,
      await awaitedShareOf(work, beside, rounds),
      1.5,
    )
  }
}

interface Ground {
  readonly store: PostgresStore
  /** Another session each time, so that none is known to the process. */
  readonly next: () => string
  readonly any: () => number
  readonly job: Work
}

async function filled(pool: Pool, size: keyof typeof sizes): Promise<Ground> {
  const schema = size
  const store = createPostgresStore({ pool, schema })
  await store.open()
  await fillWithSessions(pool, schema, sizes[size])
  let asked = 0
  const any = (): number => 1 + (((asked += 1) * 7_919) % sizes[size])
  const queue = createPostgresQueue(pool, { schema, pollMs: 1 })
  let sent = 0
  async function job(): Promise<void> {
    await queue.send({ sessionID: `job${(sent += 1)}`, turnID: 't' })
    await new Promise<void>((resolve, reject) => {
      const working = queue.work(
        async (claimed) => {
          await queue.complete(claimed)
          void working.stop().then(resolve)
        },
        { node: 'bench', concurrency: 1, claimMs: ttlMs, onError: reject },
      )
    })
  }
  return { store, any, next: () => `s${any()}`, job }
}

async function bestOf(rounds: number, work: Work): Promise<number> {
  let best = Infinity
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await work()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

const perSecond = (what: string, count: number, ms: number): Row => ({
  what,
  unit: '/s',
  value: (count / ms) * 1000,
  target: null,
})
