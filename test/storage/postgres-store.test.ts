import { expect, onTestFinished, test, vi } from 'vitest'
import { lazyPool } from '../../src/storage/postgres/lazy-pool.ts'
import { leastRights } from '../../src/storage/postgres/least-rights.ts'
import { createPostgresStore, type PostgresStoreOptions } from '../../src/storage/postgres/create-postgres-store.ts'
import type { PostgresClient, PostgresPool, PostgresQuery } from '../../src/storage/postgres/pool.ts'

/** A database that has the tables, a lease of token 3 on each session, and answers each write with what it is told. */
function database({ written = true }: { readonly written?: boolean } = {}) {
  const asked: PostgresQuery[] = []
  const failures: Error[] = []
  const ends: string[] = []
  const query = async (given: PostgresQuery) => {
    asked.push(given)
    const failure = failures.shift()
    if (failure) throw failure
    if (given.text.includes('to_regclass')) return { rows: [{ found: true }] }
    if (given.text.includes('schema_version')) return { rows: [{ version: 1 }] }
    if (given.text.includes('write_session')) return { rows: [{ written }] }
    if (given.text.includes('FOR UPDATE'))
      return { rows: given.values?.[0] === 'none' ? [] : [{ owner: 'me', token: 3, expires_at: 9 }] }
    return { rows: [{ now: 5, head: { version: 10, last: null, owner: null, token: 0, expires_at: 0 } }] }
  }
  const client: PostgresClient = { query, release: () => undefined, on: () => undefined, off: () => undefined }
  const pool: PostgresPool = {
    connect: async () => client,
    end: async () => void ends.push('end'),
    on: () => undefined,
    off: (event) => ends.push(`off ${event}`),
  }
  const store = (options: Partial<PostgresStoreOptions> = {}) =>
    createPostgresStore({ pool, ...options } as PostgresStoreOptions)
  return { asked, ends, failures, pool, store }
}
const user = { raw: { role: 'user', content: 'x' } }
const lost = (): Error => Object.assign(new Error('lost'), { code: 'ECONNRESET' })

test('a store has other limits than it was given, or others than are told when it was given none', async () => {
  const { asked, store } = database()
  await store().messages.append('s', [user])
  await store({ statementTimeoutMs: 70 }).messages.load('s')
  expect([...new Set(asked.map(({ query_timeout }) => query_timeout))]).toEqual([10_000, 70])
})

// The first pause is 20 ms.
test.each([
  [{}, 29_979, 2],
  [{}, 29_980, 1],
  [{ retryMs: 500 }, 479, 2],
  [{ retryMs: 500 }, 480, 1],
])('a database that is away (%j) is asked again too late, or no more after %i ms', async (options, ms, times) => {
  const { asked, failures, store } = database()
  const now = vi.spyOn(performance, 'now')
  onTestFinished(() => now.mockRestore())
  now.mockImplementation(() => (asked.length === 0 ? 0 : ms + (asked.length - 1) * 1e6))
  failures.push(lost(), lost(), lost())
  await expect(store(options).open()).rejects.toMatchObject({ code: 'unreachable' })
  expect(asked).toHaveLength(times)
})

// Counted from the first refusal: for how long the database was away before, here 1,000 s, is not the others' affair.
test.each([
  [{}, 9999, 3],
  [{}, 10_000, 2],
  [{ busyTimeoutMs: 70 }, 69, 3],
  [{ busyTimeoutMs: 70 }, 70, 2],
])('what others keep changing (%j) is decided again too late, or no more after %i ms', async (options, ms, times) => {
  const { asked, store } = database({ written: false })
  const writes = (): number => asked.filter(({ text }) => text.includes('write_session')).length
  const now = vi.spyOn(performance, 'now')
  onTestFinished(() => now.mockRestore())
  now.mockImplementation(() => [0, 1e6][writes()] ?? 1e6 + ms + (writes() - 2) * 1e6)
  await expect(store(options).messages.append('s', [user])).rejects.toMatchObject({ code: 'locked' })
  expect(writes()).toBe(times)
})

test('a store that could not be opened is never opened, or each call opens it', async () => {
  const { asked, failures, store } = database()
  const opened = store({ retryMs: 0 })
  failures.push(lost())
  await expect(opened.messages.load('s')).rejects.toMatchObject({ code: 'unreachable' })
  await Promise.all([opened.open(), opened.messages.append('s', [user])])
  await opened.open()
  const looks = asked.filter(({ text }) => text.includes('to_regclass'))
  expect(looks.map(({ values }) => values)).toEqual([
    ['"session_recovery".schema_version'],
    ['"session_recovery".schema_version'],
  ])
})

test('a store tells nobody of its changes, or a channel that was not given; has another time or name; ends what it was given', async () => {
  const { asked, ends, store } = database()
  const [plain, told] = [store(), store({ schema: 'x"', channel: 'changed', now: () => 77 })]
  for (const each of [plain, told]) await each.messages.append('s', [user])
  const writes = asked.filter(({ text }) => text.includes('write_session'))
  expect(writes.map(({ text, values }) => [text.split('.')[0], values?.at(-1)])).toEqual([
    ['SELECT "session_recovery"', null],
    ['SELECT "x"""', 'changed'],
  ])
  expect([plain.schema, told.schema, told.now()]).toEqual(['session_recovery', 'x"', 77])
  // The clock of the server, which has told 5.
  expect(Math.abs(plain.now() - 5)).toBeLessThan(60_000)
  await told.close()
  expect(ends).toEqual([])
  await plain.close()
  expect(ends).toEqual(['off error', 'off acquire'])
})

test('work under a lease is done without it, outside of a transaction, or before the tables are looked at', async () => {
  const { asked, store } = database()
  const fenced = store({ schema: 'x' })
  expect(await fenced.fenced('s"', { token: 3 }, async (tx) => (await tx.query({ text: 'work' })).rows.length)).toBe(1)
  const row = 'SELECT owner, token::float8, expires_at FROM "x".heads WHERE session = $1 FOR UPDATE'
  expect(asked.splice(0).map(({ text, values }) => (values ? [text, ...values] : text))).toEqual([
    ['SELECT to_regclass($1) IS NOT NULL AS found', '"x".schema_version'],
    'SELECT version FROM "x".schema_version',
    'BEGIN ISOLATION LEVEL READ COMMITTED',
    [row, 's\\"'],
    'work',
    'COMMIT',
  ])
  for (const [sessionID, token] of [
    ['s', 2],
    ['none', 3],
  ] as const) {
    await expect(fenced.fenced(sessionID, { token }, async (tx) => tx.query({ text: 'work' }))).rejects.toMatchObject({
      code: 'lease_lost',
      sessionID,
    })
    expect(asked.splice(0).map(({ text }) => text)).toEqual(['BEGIN ISOLATION LEVEL READ COMMITTED', row, 'ROLLBACK'])
  }
})

test.each<[says: RegExp, options: unknown]>([
  [/pool/, { pool: { connect: () => undefined, on: () => undefined } }],
  [/pool/, { pool: null }],
  [/pool/, { pool: { on: () => undefined, off: () => undefined } }],
  [/connectionString/, { connectionString: 'mysql://host' }],
  [/connectionString/, {}],
])('what is no pool and no address (%s) is taken for one', (says, options) => {
  expect(() => createPostgresStore(options as PostgresStoreOptions)).toThrow(says)
})

test('a pool is made before it is needed, more than once, without its listeners, or keeps a process alive', async () => {
  const made: object[] = []
  const said: unknown[] = []
  class Pool {
    constructor(options: object) {
      made.push(options)
    }
    connect = async () => ({ isClient: true })
    end = async () => void said.push('end')
    on = (...given: unknown[]) => said.push(given)
  }
  vi.doMock('pg', () => ({ default: { Pool } }))
  onTestFinished(() => void vi.doUnmock('pg'))
  const unused = lazyPool('postgres://me@host/db')
  await unused.end()
  const pool = lazyPool('postgres://me@host/db')
  const listener = (): void => undefined
  pool.on('error', listener)
  expect(made).toEqual([])
  const clients = await Promise.all([pool.connect(), pool.connect()])
  expect(clients).toEqual([{ isClient: true }, { isClient: true }])
  pool.off('error', listener)
  await pool.end()
  expect(made).toEqual([
    { connectionString: 'postgres://me@host/db', connectionTimeoutMillis: 10_000, allowExitOnIdle: true },
  ])
  expect(said).toEqual([['error', listener], 'end'])
})

test('a package that is not installed is told without what to do', async () => {
  vi.doMock('pg', () => {
    throw new Error('Cannot find package')
  })
  onTestFinished(() => void vi.doUnmock('pg'))
  const store = createPostgresStore({ connectionString: 'postgres://me@host/db', retryMs: 0 })
  await expect(store.messages.load('s')).rejects.toMatchObject({ code: 'cannot_open', remedy: 'npm install pg' })
})

test('the rights of a role are those of another one, or of another schema', () => {
  const rights = leastRights('a"b', 'x')
  expect(rights.match(/SCHEMA "x" TO "a""b";/g)).toHaveLength(3)
  expect(rights).toContain('GRANT UPDATE (version) ON "x".heads TO "a""b";')
  expect(leastRights('me')).toContain('GRANT USAGE ON SCHEMA "session_recovery" TO "me";')
  expect(() => leastRights('')).toThrow('A `role` must have')
  expect(() => leastRights('me', '')).toThrow('A `schema` must have')
})
