import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Change } from '../../src/storage/change.ts'
import { Connection } from '../../src/storage/postgres/connection.ts'
import { migratePostgres, postgresSchema, quoteName, quoteSchema } from '../../src/storage/postgres/migrate-postgres.ts'
import type { PostgresQuery } from '../../src/storage/postgres/pool.ts'
import { postgresBackend } from '../../src/storage/postgres/postgres-backend.ts'
import { postgresListings } from '../../src/storage/postgres/postgres-listings.ts'
import { schemaV1 } from '../../src/storage/postgres/schema-v1.ts'
import { ServerClock } from '../../src/storage/postgres/server-clock.ts'
import { SessionQueues } from '../../src/storage/postgres/session-queues.ts'
import type { SessionRow } from '../../src/storage/rows.ts'
import { poolOf } from './pool-of.ts'

test('the clock of a server stands still, goes with the clock of the wall, or is told too late', () => {
  const clock = new ServerClock()
  const performed = vi.spyOn(performance, 'now')
  onTestFinished(() => performed.mockRestore())
  performed.mockReturnValue(1500.75)
  // Until the first answer it is the time of this machine.
  expect(clock.now()).toBe(Math.floor(performance.timeOrigin + 1500.75))
  clock.learn(70_000)
  expect(clock.now()).toBe(70_000)
  performed.mockReturnValue(1600)
  expect(clock.now()).toBe(70_099)
})

test('work on one session overtakes other work on it, waits for that on another one, or stops behind a failure', async () => {
  const queues = new SessionQueues()
  const steps: string[] = []
  let go = (): void => undefined
  const held = new Promise<void>((resolve) => (go = resolve))
  const first = queues.run('a', async () => (await held, steps.push('a1'), Promise.reject(new Error('a1 failed'))))
  const second = queues.run('a', async () => steps.push('a2'))
  await queues.run('b', async () => steps.push('b'))
  expect(steps).toEqual(['b'])
  let isSettled = false
  const settled = queues.settled().then(() => (isSettled = true))
  await new Promise(setImmediate)
  expect(isSettled).toBe(false)
  go()
  await expect(first).rejects.toThrow('a1 failed')
  await second
  await settled
  expect(steps).toEqual(['b', 'a1', 'a2'])
  // Of thousands of sessions nothing is left when their work is done.
  const all = vi.spyOn(Promise, 'all')
  onTestFinished(() => all.mockRestore())
  await queues.settled()
  expect([...(all.mock.calls[0]![0] as Iterable<unknown>)]).toEqual([])
})

describe('a command', () => {
  const of = { sessionID: 's' }
  const session: SessionRow = {
    ...of,
    epoch: 0,
    revision: 1,
    floor: 0,
    count: 0,
    head: '',
    nextKey: 0,
    standing: null,
    createdAt: 0,
    updatedAt: 0,
    removedAt: null,
  }
  const saved: Change = { ...of, type: 'session_saved', session }

  /** A backend over a database that answers a write with these, then with true. */
  function backendOf(written: readonly boolean[], busyTimeoutMs = 5000) {
    const steps: string[] = []
    const answers = [...written]
    let version = 0
    const query = async ({ text, values = [] }: PostgresQuery) => {
      if (!text.includes('write_session')) {
        steps.push('load')
        return {
          rows: [{ now: 5, head: { version: (version += 10), last: null, owner: null, token: 0, expires_at: 0 } }],
        }
      }
      steps.push(`write ${String(values[1])}`)
      return { rows: [{ written: answers.shift() ?? true }] }
    }
    const clock = new ServerClock()
    const backend = postgresBackend({
      connection: new Connection(poolOf(query), { statementTimeoutMs: 70, retryMs: 0 }),
      schema: '"x"',
      channel: null,
      busyTimeoutMs,
      clock,
      ready: async () => void steps.push('ready'),
      end: async () => void steps.push('end'),
    })
    return { backend, steps, clock }
  }
  const write = () => ({ changes: [saved], result: 'done' })

  test('is decided on what is old, or asks for what it knows', async () => {
    const { backend, steps, clock } = backendOf([true, true, false])
    expect(await backend.run(of, write)).toMatchObject({ result: 'done' })
    expect(Math.abs(clock.now() - 5)).toBeLessThan(60_000)
    await backend.run(of, write)
    expect(steps.splice(0)).toEqual(['ready', 'load', 'write 10', 'ready', 'write 11'])
    // Others were faster: decided again on newer facts, and what follows starts from those.
    await backend.run(of, write)
    await backend.run(of, write)
    expect(steps.splice(0)).toEqual(['ready', 'write 12', 'load', 'write 20', 'ready', 'write 21'])
    // Only the newest facts may refuse, or say that there is nothing to do.
    const refusal = { code: 'stale_revision', message: 'no' } as const
    expect(await backend.run(of, () => ({ refusal }))).toEqual({ refusal })
    expect(await backend.run(of, () => ({ changes: [], result: 'same' }))).toEqual({ changes: [], result: 'same' })
    expect(steps.splice(0)).toEqual(['ready', 'load', 'ready', 'load'])
    // A write that was lost forgets what was known.
    await backend.close()
    await backend.close()
    await expect(backend.run(of, write)).rejects.toMatchObject({ code: 'closed' })
    await expect(backend.load(of)).rejects.toMatchObject({ code: 'closed' })
    await expect(backend.sessions()).rejects.toMatchObject({ code: 'closed' })
    expect(steps).toEqual(['end'])
  })

  test('that writes is not seen by a list that was asked for behind it', async () => {
    const { backend, steps } = backendOf([true])
    const [, listed] = await Promise.allSettled([backend.run(of, write), backend.reference('r')])
    expect([listed.status, steps]).toEqual(['fulfilled', ['ready', 'ready', 'load', 'write 10', 'load']])
  })

  test('is decided for ever while others change its session, or only once', async () => {
    const { backend, steps } = backendOf([false, false, false, false])
    await backend.run(of, write)
    expect(steps.filter((step) => step.startsWith('write'))).toHaveLength(5)
    const busy = backendOf([false], 0)
    await expect(busy.backend.run(of, write)).rejects.toMatchObject({ code: 'locked', sessionID: 's' })
    expect(busy.steps).toEqual(['ready', 'load', 'write 10'])
  })
})

describe('the schema', () => {
  /** A database of this version, of which this one is found under the lock; undefined: it has none yet. */
  async function migrated(version: number | undefined, locked = version, migrate = true) {
    const said: string[] = []
    let isLocked = false
    let isBusy = false
    const query = async ({ text }: PostgresQuery) => {
      if (isBusy) said.push('before the last one was answered')
      isBusy = true
      said.push(text.trim())
      await Promise.resolve()
      isBusy = false
      isLocked ||= text.includes('pg_advisory_xact_lock')
      if (text.includes('to_regclass')) return { rows: [{ found: version !== undefined }] }
      return { rows: [{ version: isLocked ? (locked ?? 0) : version }] }
    }
    const connection = new Connection(poolOf(query), { statementTimeoutMs: 70, retryMs: 0 })
    const code = await migratePostgres(connection, '"x"', migrate).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
    return { code, said }
  }
  const asked = ['SELECT to_regclass($1) IS NOT NULL AS found', 'SELECT version FROM "x".schema_version']
  const lock = 'SELECT pg_advisory_xact_lock(7350291847)'
  const first = [
    'CREATE SCHEMA IF NOT EXISTS "x";',
    'CREATE TABLE IF NOT EXISTS "x".schema_version (version integer NOT NULL);',
    'INSERT INTO "x".schema_version SELECT 0 WHERE NOT EXISTS (SELECT FROM "x".schema_version);',
  ]
  const update = 'UPDATE "x".schema_version SET version = 1'
  const begin = 'BEGIN ISOLATION LEVEL READ COMMITTED'

  test('is made twice, outside of the lock, before the lock is held, or where nobody may', async () => {
    const made = [begin, lock, ...first, asked[1], schemaV1('"x"').trim(), update, 'COMMIT']
    const kept = [begin, lock, ...first, asked[1], update, 'COMMIT']
    expect(await migrated(undefined)).toEqual({ code: 'done', said: [asked[0], ...made] })
    expect(await migrated(0)).toEqual({ code: 'done', said: [...asked, ...made] })
    // Another process was faster.
    expect(await migrated(0, 1)).toEqual({ code: 'done', said: [...asked, ...kept] })
    expect(await migrated(1)).toEqual({ code: 'done', said: asked })
    expect(await migrated(2)).toEqual({ code: 'newer_schema', said: asked })
    expect(await migrated(1, 1, false)).toEqual({ code: 'done', said: asked })
    expect(await migrated(0, 0, false)).toEqual({ code: 'cannot_open', said: asked })
    expect(await migrated(undefined, 0, false)).toEqual({ code: 'cannot_open', said: asked.slice(0, 1) })
  })

  test('that people make themselves is another one', () => {
    const of = (tag: string): string => `DO ${tag}
BEGIN
IF (SELECT version FROM "x".schema_version) = 0 THEN EXECUTE $step$
${schemaV1('"x"').trim()}

${update};
$step$;
END IF; END
${tag};`
    const step = of('$step_$')
    const parts = ['BEGIN;', `${lock};`, first.join('\n'), step, 'COMMIT;']
    expect(postgresSchema('x')).toBe(`${parts.join('\n\n')}\n`)
    expect(postgresSchema()).toContain('CREATE SCHEMA IF NOT EXISTS "session_recovery";')
  })
})

describe('a list over all sessions', () => {
  const stored = {
    session: 's\\"',
    epoch: 0,
    revision: 1,
    floor: 0,
    count: 0,
    head: '',
    next_key: 1,
    standing: null,
    created_at: 1,
    updated_at: 2,
    removed_at: null,
  }
  const living = expect.objectContaining({ sessionID: 's"', revision: 1, updatedAt: 2 }) as unknown

  async function listed<T>(rows: readonly object[], list: (of: ReturnType<typeof postgresListings>) => Promise<T>) {
    let values: unknown
    const query = async (asked: PostgresQuery) => ((values = asked.values), { rows })
    const found = await list(
      postgresListings(new Connection(poolOf(query), { statementTimeoutMs: 70, retryMs: 0 }), '"x"'),
    )
    return { found, values }
  }

  test('has other sessions, numbers or owners than the rows', async () => {
    const rows = [{ session: stored, parts: 3, total: 7 }]
    const counted = [{ session: living, partCount: 3 }]
    expect(await listed(rows, (of) => of.sessions())).toEqual({ found: counted, values: [] })
    expect(await listed(rows, (of) => of.newest(9))).toEqual({ found: { total: 7, sessions: counted }, values: [9] })
    const none = [{ session: null, parts: 0, total: 0 }]
    expect(await listed(none, (of) => of.newest(9))).toEqual({ found: { total: 0, sessions: [] }, values: [9] })
    const state = { owner: 'o\\"', key: 'k', value: '1', expires_at: null, updated_at: 2 }
    const named = { sessionID: 's"', state: { owner: 'o"', key: 'k', value: '1', expiresAt: null, updatedAt: 2 } }
    expect(await listed([{ session: 's\\"', state }], (of) => of.statesNamed('o"', 'k"'))).toEqual({
      found: [named],
      values: ['o\\"', 'k\\"'],
    })
    expect(await listed([{ session: 's\\"' }], (of) => of.reference('i"'))).toEqual({ found: 's"', values: ['i\\"'] })
    expect((await listed([], (of) => of.reference('i"'))).found).toBeNull()
  })

  test('of turns or prefixes has others than the rows, or no end', async () => {
    const turn = {
      turn_id: 't\\"',
      key: 1,
      state: 'submitted',
      input: null,
      tools: null,
      data: null,
      provenance: null,
      created_at: 1,
      updated_at: 2,
    }
    const pending = [{ sessionID: 's"', turn: expect.objectContaining({ turnID: 't"', key: 1 }) as unknown }]
    const row = { session: 's\\"', turn }
    expect(await listed([row], (of) => of.pendingTurns(4))).toEqual({ found: pending, values: [4] })
    expect(await listed([row], (of) => of.pendingTurns())).toEqual({ found: pending, values: [null] })
    const change = {
      revision: 4,
      epoch: 0,
      kind: 'transact',
      from_seq: 0,
      undoes: null,
      undone_by: null,
      meta: null,
      created_at: 1,
      former_head: 'f',
      edits: '[]',
    }
    const rows = [
      { digest: 'd', revision: 3, session: stored, changes: [change] },
      { digest: 'e', revision: null, session: stored, changes: null },
    ]
    const { found, values } = await listed(rows, (of) => of.prefixes(['d', 'e']))
    expect(values).toEqual([['d', 'e']])
    expect(found).toEqual([
      { digest: 'd', revision: 3, session: living, changes: [expect.objectContaining({ revision: 4, edits: [] })] },
      { digest: 'e', revision: null, session: living, changes: [] },
    ])
  })
})

test('a name is cut off, or leaves its quotes', () => {
  for (const name of ['', 'x'.repeat(64), 'ü'.repeat(32), 'a\0b'])
    expect(() => quoteName(name, 'role')).toThrow('A `role` must have 1 to 63 bytes.')
  for (const name of ['pg_', 'pg_mine']) expect(() => quoteSchema(name)).toThrow('must not begin with pg_')
  const names = ['x'.repeat(63), 'a"b'].map(quoteSchema)
  expect(quoteName('pg_monitor', 'role')).toBe('"pg_monitor"')
  expect(names).toEqual([`"${'x'.repeat(63)}"`, '"a""b"'])
})
