import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgresQueue } from '../../src/fleet.ts'
import { createPostgresStore, type PostgresStoreOptions } from '../../src/postgres.ts'
import { acquired, rejectsWith, user } from '../../src/testing/contracts/store-cases/store-case.ts'
import { usePostgres } from './postgres-server.ts'

const postgres = usePostgres()

const connectionString = 'postgres://me:hunter2@127.0.0.1:1/none'

test.each<readonly [says: RegExp, options: unknown]>([
  [/connectionString.*postgres:\/\//, {}],
  [/connectionString/, { connectionString: '' }],
  [/connectionString/, { connectionString: connectionString.replace('postgres', 'mysql') }],
  [/connectionString/, { connectionString: 'me:hunter2 some.host' }],
  [/pool.*pg\.Pool/, { pool: null }],
  [/pool.*pg\.Pool/, { pool: {} }],
  [/schema: 7/, { connectionString, schema: 7 }],
  [/retryMs: 5/, { connectionString, retryMs: '5' }],
  [/statementTimeoutMs: -1/, { connectionString, statementTimeoutMs: -1 }],
  [/now: 5/, { connectionString, now: 5 }],
  [/channel: 5/, { connectionString, channel: 5 }],
  [/timeout/, { connectionString, timeout: 5 }],
])('an option that cannot be meant is taken, or named with a password: %s (I12)', (says, options) => {
  const make = (): unknown => createPostgresStore(options as PostgresStoreOptions)
  expect(make).toThrow(says)
  expect(make).not.toThrow(/hunter2/)
  expect(make).toThrow(expect.objectContaining({ code: 'invalid_options' }))
})

test('a queue without a pool fails at its first job, and not where it was made', () => {
  expect(() => createPostgresQueue(undefined as never)).toThrow('pg.Pool')
})

test('a store that is called inside of its own transaction waits for itself', async () => {
  const pool = postgres.pool(1)
  const schema = postgres.schema()
  const store = createPostgresStore({ pool, schema })
  const queue = createPostgresQueue(pool, { schema })
  const lease = await acquired(store, 's', { ttlMs: 60_000 })
  const job = { sessionID: 's', turnID: 't' }
  const inside: (() => Promise<unknown>)[] = [
    () => store.messages.append('other', [user('x')]),
    () => store.fenced('other', lease, async () => null),
    () => queue.send(job),
  ]
  for (const call of inside) {
    const failed = await store.fenced('s', lease, call).catch((error: unknown) => error)
    expect(rejectsWith('locked')(failed)).toBe(true)
    expect(String(failed)).toContain('`tx`')
  }
  // What such a transaction has set going may go on when it is over.
  let later: Promise<unknown> = Promise.resolve()
  let goOn = (): void => undefined
  const over = new Promise<void>((resolve) => (goOn = resolve))
  await store.fenced('s', lease, async () => {
    later = over.then(() => store.messages.append('s', [user('x')], { lease }))
  })
  goOn()
  await expect(later).resolves.toBe(1)
})

test('writers fail because the database isolates transactions otherwise', async () => {
  const schema = postgres.schema()
  const options = '-c default_transaction_isolation=serializable'
  const stores = Array.from({ length: 3 }, () => {
    const pool = new Pool({ connectionString: postgres.url(), max: 2, options })
    const store = createPostgresStore({ pool, schema })
    onTestFinished(() => pool.end())
    return store
  })
  await Promise.all(Array.from({ length: 12 }, (_, at) => stores[at % 3]!.messages.append('s', [user(String(at))])))
  expect((await stores[0]!.messages.load('s'))?.messages).toHaveLength(12)
})

test('tables of something else, or a pool that has ended, are called a defect of the database', async () => {
  const pool = postgres.pool(1)
  const foreign = [postgres.schema(), postgres.schema()]
  await pool.query(`CREATE SCHEMA ${foreign[0]}; CREATE TABLE ${foreign[0]}.sessions (x int)`)
  await pool.query(`CREATE SCHEMA ${foreign[1]}; CREATE TABLE ${foreign[1]}.schema_version (x int)`)
  for (const schema of foreign) {
    const failed = await createPostgresStore({ pool, schema })
      .open()
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'cannot_open', remedy: expect.stringContaining('schema of its own') })
  }
  const ended = new Pool({ connectionString: postgres.url() })
  await ended.end()
  const failed = await createPostgresStore({ pool: ended, schema: foreign[0]! })
    .open()
    .catch((error: unknown) => error)
  expect(failed).toMatchObject({ code: 'cannot_open', message: expect.stringContaining('has been ended') })
})
