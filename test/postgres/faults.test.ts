import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Pool, type QueryConfig } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import {
  createPostgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from '../../src/storage/postgres/create-postgres-store.ts'
import type { PostgresPool, PostgresQuery, PostgresResult } from '../../src/storage/postgres/pool.ts'
import { acquired, rawsOf, rejectsWith, user } from '../../src/testing/contracts/store-cases/store-case.ts'
import { faultyProxy } from './faulty-proxy.ts'
import { usePostgres } from './postgres-server.ts'

const postgres = usePostgres({ restarts: true })

function storeAt(
  connectionString: string,
  options: { schema?: string; statementTimeoutMs?: number; retryMs?: number } = {},
) {
  const store = createPostgresStore({ connectionString, schema: postgres.schema(), ...options })
  onTestFinished(() => store.close())
  return store
}

const isWrite = (bytes: Buffer): boolean => bytes.includes('write_session')

test.each(['drop', 'hang'] as const)(
  'a command whose answer is lost is done twice, or reported as failed (%s)',
  async (fault) => {
    const proxy = await faultyProxy(postgres.url())
    onTestFinished(() => proxy.close())
    const schema = postgres.schema()
    // The tables are made without that limit: on a busy machine it is too short for them.
    await storeAt(postgres.url(), { schema }).messages.load('s')
    const store = storeAt(proxy.url, { schema, statementTimeoutMs: 300 })
    await store.messages.append('s', [user('0')])
    for (const text of ['1', '2']) {
      proxy.arm(fault, isWrite)
      await store.messages.append('s', [user(text)])
    }
    expect(proxy.struck()).toBe(2)
    expect(await rawsOf(store, 's')).toEqual(['0', '1', '2'].map((text) => user(text).raw))
  },
)

/** A pool on which the answer to the next write is lost when this has happened behind it. */
function forgetful(pool: Pool, behind: () => Promise<unknown>): PostgresPool {
  let isArmed = true
  return {
    async connect() {
      const client = await pool.connect()
      const query = async (asked: PostgresQuery): Promise<PostgresResult> => {
        const answer = await client.query(asked as QueryConfig)
        if (!isArmed || !asked.text.includes('write_session')) return answer
        isArmed = false
        await behind()
        throw Object.assign(new Error('lost'), { code: 'ECONNRESET' })
      }
      return { query, release: () => client.release(), on: () => undefined, off: () => undefined }
    },
    end: async () => undefined,
    on: () => undefined,
    off: () => undefined,
  }
}

test.each([
  [7, 'done'],
  [8, 'unreachable'],
])(
  'a command whose answer is lost is done again behind %i others, and nobody says that it may have been (%s)',
  async (others, outcome) => {
    const schema = postgres.schema()
    const [pool, other] = [postgres.pool(2), createPostgresStore({ pool: postgres.pool(1), schema })]
    await other.messages.append('s', [user('first')])
    const behind = async (): Promise<void> => {
      for (let index = 0; index < others; index += 1) await other.messages.append('s', [user('other')])
    }
    const store = createPostgresStore({ pool: forgetful(pool, behind), schema })
    const told = await store.messages.append('s', [user('mine')]).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
    expect(told).toBe(outcome)
    const found = await rawsOf(other, 's')
    expect(found.filter((raw) => JSON.stringify(raw) === JSON.stringify(user('mine').raw))).toHaveLength(1)
  },
)

test('what a writer knows of a session is believed by a standby that lacks its last command', async () => {
  const schema = postgres.schema()
  const pool = postgres.pool(2)
  const [before, other] = [1, 2].map(() => createPostgresStore({ pool, schema }))
  await before!.messages.append('s', [user('first')])
  const tables = ['heads', 'sessions', 'messages', 'prefixes', 'changes']
  for (const table of tables) await pool.query(`CREATE TABLE ${schema}.${table}_kept AS TABLE ${schema}.${table}`)
  await before!.messages.append('s', [user('lost')])
  for (const table of tables)
    await pool.query(
      `TRUNCATE ${schema}.${table}; INSERT INTO ${schema}.${table} SELECT * FROM ${schema}.${table}_kept`,
    )
  await other!.messages.append('s', [user('other')])
  await before!.messages.append('s', [user('mine')])
  expect(await rawsOf(other!, 's')).toEqual(['first', 'other', 'mine'].map((text) => user(text).raw))
})

test('a database that is away for good is tried for ever, or named with its password (I12)', async () => {
  const store = storeAt('postgres://me:hunter2@127.0.0.1:1/none', { retryMs: 100 })
  const failed = await store.messages.load('s').catch((error: unknown) => error)
  expect(rejectsWith('unreachable')(failed)).toBe(true)
  expect(String(failed)).not.toContain('hunter2')
})

test('many workers on one pool of one deadlock, or two of them get the session (I9)', async () => {
  const pool = postgres.pool(1)
  const schema = postgres.schema()
  const stores = Array.from({ length: 32 }, () => createPostgresStore({ pool, schema }))
  const leases = await Promise.all(stores.map((store) => store.leases.acquire('s', { ttlMs: 60_000 })))
  const owners = leases.filter(({ held }) => held === undefined)
  expect(owners).toHaveLength(1)
  await Promise.all(
    stores.map((store, index) =>
      store
        .fenced('s', index === leases.indexOf(owners[0]!) ? (owners[0] as never) : { token: 0 }, async () => 'in')
        .catch(rejectsWith('lease_lost')),
    ),
  )
  await Promise.all(stores.slice(0, 8).map((store, index) => store.messages.append('t', [user(String(index))])))
  expect(new Set(await rawsOf(stores[9]!, 't')).size).toBe(8)
})

test('many stores on one pool make Node warn, or one that closes leaves the others without a listener', async () => {
  const pool = new Pool({ connectionString: postgres.url(), max: 2 })
  onTestFinished(() => pool.end())
  const schema = postgres.schema()
  const stores = Array.from({ length: 32 }, () => createPostgresStore({ pool, schema }))
  expect(pool.listenerCount('error')).toBe(1)
  for (const store of stores.slice(1)) await store.close()
  expect(pool.listenerCount('error')).toBe(1)
  await stores[0]!.messages.append('s', [user('hi')])
  await stores[0]!.close()
  expect(pool.listenerCount('error')).toBe(0)
})

/** A server that ends each connection in the packet of its greeting, as one does that is told to shut down at that moment. */
async function endingServer(): Promise<number> {
  const message = (type: string, body: string): Buffer => {
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, Buffer.from(body, 'latin1')])
  }
  const greeting = [message('R', '\0\0\0\0'), message('Z', 'I')]
  const farewell = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(Buffer.concat([...greeting, farewell])))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('a connection that the server ends right behind its greeting ends the process', async () => {
  const connectionString = `postgres://x:y@127.0.0.1:${await endingServer()}/z`
  const pool = new Pool({ connectionString })
  onTestFinished(() => pool.end())
  for (const place of [{ pool }, { connectionString }]) {
    const store = createPostgresStore({ ...place, retryMs: 100 } as PostgresStoreOptions)
    await expect(store.messages.list()).rejects.toMatchObject({ code: 'unreachable' })
    await store.close()
  }
  expect([pool.listenerCount('error'), pool.listenerCount('acquire')]).toEqual([0, 0])
})

test('a statement depends on the connection before it, as PgBouncer in transaction mode forbids', async () => {
  // A connection for each statement, with nothing left of the one before.
  const real = postgres.pool(2)
  let statements = 0
  const pool = {
    async connect() {
      const client = await real.connect()
      let isInside = false
      const query = async (asked: PostgresQuery): Promise<PostgresResult> => {
        statements += 1
        expect(asked).not.toHaveProperty('name')
        expect(asked.text).not.toMatch(/^\s*(SET|LISTEN|PREPARE)\b/i)
        isInside ||= asked.text.startsWith('BEGIN')
        if (isInside) return client.query(asked as QueryConfig)
        const one = new Pool({ connectionString: postgres.url(), max: 1 })
        try {
          return await one.query(asked.text, [...(asked.values ?? [])])
        } finally {
          await one.end()
        }
      }
      return { query, release: () => client.release(), on: () => undefined, off: () => undefined }
    },
    end: () => real.end(),
    on: () => undefined,
    off: () => undefined,
  }
  const store = createPostgresStore({ pool: pool as never, schema: postgres.schema() })
  const lease = await acquired(store, 's', { ttlMs: 60_000 })
  await store.open()
  statements = 0
  await store.messages.append('s', [user('one')], { lease })
  await lease.renew()
  await store.messages.append('s', [user('two')], { lease })
  // One round trip for a command of the owner.
  expect(statements).toBe(3)
  expect(await rawsOf(store, 's')).toHaveLength(2)
})

test('processes that start together migrate twice, or wait for each other for ever', async () => {
  const schema = postgres.schema()
  const stores = Array.from({ length: 6 }, () => storeAt(postgres.url(), { schema }))
  await Promise.all(stores.map((store) => store.open()))
  const [row] = (
    await postgres.pool().query(`SELECT count(*)::int AS rows, max(version) AS version FROM ${schema}.schema_version`)
  ).rows
  expect(row).toEqual({ rows: 1, version: 1 })
  await postgres.pool().query(`UPDATE ${schema}.schema_version SET version = 99`)
  await expect(storeAt(postgres.url(), { schema }).open()).rejects.toMatchObject({ code: 'newer_schema' })
  const absent = createPostgresStore({ pool: postgres.pool(), schema: postgres.schema(), migrate: false })
  await expect(absent.messages.load('s')).rejects.toMatchObject({ code: 'cannot_open' })
})

test('a server that is killed under load loses what was acknowledged, or stops the writers', async () => {
  const stores: PostgresStore[] = [1, 2].map(() => storeAt(postgres.url(), { schema: 'restarts' }))
  const acknowledged: string[][] = [[], []]
  const over = new AbortController()
  const writing = stores.map(async (store, writer) => {
    for (let index = 0; !over.signal.aborted; index += 1) {
      await store.messages.append(`w${writer}`, [user(`${index}`)])
      acknowledged[writer]!.push(`${index}`)
    }
  })
  for (const seen of acknowledged) while (seen.length < 5) await new Promise(setImmediate)
  const before = acknowledged.map(({ length }) => length)
  await postgres.server().restart()
  while (acknowledged.some(({ length }, writer) => length < before[writer]! + 5)) await new Promise(setImmediate)
  over.abort()
  await Promise.all(writing)
  for (const writer of [0, 1])
    expect(await rawsOf(stores[writer]!, `w${writer}`)).toEqual(acknowledged[writer]!.map((text) => user(text).raw))
})

test('changed sessions are not told on the channel', async () => {
  const client = await postgres.pool(1).connect()
  const told: (string | undefined)[] = []
  client.on('notification', ({ payload }) => told.push(payload))
  await client.query('LISTEN changed')
  const store = createPostgresStore({ pool: postgres.pool(1), schema: postgres.schema(), channel: 'changed' })
  await store.messages.append('s', [user('hi')])
  await client.query('SELECT 1')
  expect(told).toEqual(['s'])
  client.release(true)
})
