import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Connection } from '../../src/storage/postgres/connection.ts'
import type { PostgresClient, PostgresPool, PostgresQuery, PostgresQueryable } from '../../src/storage/postgres/pool.ts'
import { poolOf } from './pool-of.ts'

describe('a connection', () => {
  interface Fake extends PostgresPool {
    readonly said: string[]
    readonly limits: unknown[]
    /** Statements that fail, each with this. */
    readonly failing: Map<string, Error>
  }

  function fakePool(): Fake {
    const said: string[] = []
    const limits: unknown[] = []
    const failing = new Map<string, Error>()
    const query = async ({ text, query_timeout: limit }: PostgresQuery) => {
      said.push(text)
      limits.push(limit)
      const failure = failing.get(text)
      failing.delete(text)
      if (failure) throw failure
      return { rows: [{ text }] }
    }
    const client: PostgresClient = {
      query,
      release: (isDestroyed) => void said.push(`release ${isDestroyed}`),
      on: (event) => said.push(`on ${event}`),
      off: (event) => said.push(`off ${event}`),
    }
    const listening = (what: string) => (event: string) => said.push(`pool ${what} ${event}`)
    const connect = async (): Promise<PostgresClient> => {
      const failure = failing.get('connect')
      failing.delete('connect')
      if (failure) throw failure
      return client
    }
    return {
      said,
      limits,
      failing,
      connect,
      end: async () => undefined,
      on: listening('on'),
      off: listening('off'),
    }
  }
  const options = { statementTimeoutMs: 70, retryMs: 5000 }
  const lost = (): Error => Object.assign(new Error('lost'), { code: 'ECONNRESET' })
  const begin = 'BEGIN ISOLATION LEVEL READ COMMITTED'

  test('commits what failed, or goes back to the pool although nobody knows what it is in', async () => {
    const ends: readonly (readonly [failing: readonly string[], said: readonly string[], code: string | undefined])[] =
      [
        [[], ['work', 'COMMIT', 'release false'], undefined],
        [['work'], ['work', 'ROLLBACK', 'release false'], 'unreachable'],
        [['COMMIT'], ['work', 'COMMIT', 'ROLLBACK', 'release false'], 'unreachable'],
        [['work', 'ROLLBACK'], ['work', 'ROLLBACK', 'release true'], 'unreachable'],
        [[begin, 'ROLLBACK'], ['ROLLBACK', 'release true'], 'unreachable'],
      ]
    for (const [failing, said, code] of ends) {
      const pool = fakePool()
      const connection = new Connection(pool, options)
      for (const text of failing) pool.failing.set(text, lost())
      const done = connection
        .transaction((tx) => tx.query({ text: 'work' }))
        .then(
          ({ rows }) => rows,
          (error: { code: string }) => error.code,
        )
      expect(await done).toEqual(code ?? [{ text: 'work' }])
      expect(pool.said).toEqual(['pool on error', 'pool on acquire', 'on error', begin, ...said])
      expect(new Set(pool.limits)).toEqual(new Set([70]))
    }
  })

  test('is not tried again, or for ever, or when the statement itself was refused', async () => {
    const pool = fakePool()
    const connection = new Connection(pool, options)
    pool.failing.set('one', lost())
    expect((await connection.query({ text: 'one', values: [] })).rows).toEqual([{ text: 'one' }])
    pool.failing.set('connect', lost())
    expect(await connection.transaction(async () => 'two')).toBe('two')
    pool.failing.set('three', Object.assign(new Error('refused'), { code: '42501' }))
    await expect(connection.query({ text: 'three' })).rejects.toMatchObject({ code: 'read_only' })
    expect(pool.said.filter((text) => text === 'one' || text === 'three')).toEqual(['one', 'one', 'three'])
    const short = fakePool()
    short.failing.set('four', lost())
    const once = new Connection(short, { ...options, retryMs: 10 })
    await expect(once.query({ text: 'four' })).rejects.toMatchObject({ code: 'unreachable' })
    expect(short.said).toEqual(['pool on error', 'pool on acquire', 'on error', 'four', 'release true'])
  })

  // It pauses for 20, 40, 80 ms: the third pause ends at 3080.
  test.each([
    [2999, 3],
    [3080, 3],
    [3081, 4],
  ])('is asked for longer than %i ms, less often than it may be, or without a pause', async (retryMs, times) => {
    const now = vi.spyOn(performance, 'now')
    onTestFinished(() => now.mockRestore())
    let asked = 0
    now.mockImplementation(() => asked * 1000)
    const connect = (): Promise<never> => {
      asked += 1
      return Promise.reject(lost())
    }
    const began = Date.now()
    const patient = new Connection({ ...fakePool(), connect }, { ...options, retryMs })
    await expect(patient.query({ text: 'x' })).rejects.toMatchObject({ code: 'unreachable' })
    expect(asked).toBe(times)
    expect(Date.now() - began).toBeGreaterThan(55)
  })

  test('of a transaction is told as committed although PostgreSQL has rolled it back (I8), or its answer as none', async () => {
    const refused = Object.assign(new Error('twice'), { code: '23505' })
    const commanded = (command: string): Connection => {
      const pool = poolOf(async ({ text }) => {
        if (text === 'bad') throw refused
        return { rows: [], command: text === 'COMMIT' ? command : text }
      })
      return new Connection(pool, options)
    }
    const goesOn = async (tx: PostgresQueryable): Promise<string> => {
      await tx.query({ text: 'bad' }).catch(() => undefined)
      return 'done'
    }
    // Where it has gone back to a savepoint, the rest counts.
    expect(await commanded('COMMIT').transaction(goesOn)).toBe('done')
    const failed = await commanded('ROLLBACK')
      .transaction(goesOn)
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'invalid_row', cause: refused })
    await expect(commanded('ROLLBACK').transaction(async () => 'done')).rejects.toThrow('rolled back')
  })

  test('that others hold is waited for without end, or is lost to the pool when it comes too late', async () => {
    let give = (_client: PostgresClient): void => undefined
    const { said, ...pool } = fakePool()
    const client = await pool.connect()
    const connect = (): Promise<PostgresClient> => new Promise((resolve) => (give = resolve))
    const connection = new Connection({ ...pool, connect }, { statementTimeoutMs: 5, retryMs: 0 })
    for (const call of [
      () => connection.query({ text: 'x' }),
      () => connection.transaction(async () => 'x'),
      () => connection.repeatable(async () => 'x'),
    ]) {
      const failed = await call().catch((error: unknown) => error)
      expect(failed).toMatchObject({ code: 'unreachable', remedy: expect.stringContaining('Nothing was done') })
      give(client)
      await new Promise(setImmediate)
      expect(said.splice(0).filter((each) => !each.startsWith('pool'))).toEqual(['release undefined'])
    }
    // No limit is none.
    const patient = new Connection(pool, { statementTimeoutMs: 0, retryMs: 0 })
    expect((await patient.query({ text: 'x' })).rows).toEqual([{ text: 'x' }])
  })

  test('to what has become a standby goes back to the pool', async () => {
    const released: unknown[] = []
    const onlyReads = Object.assign(new Error('no'), { code: '25006' })
    const pool = poolOf(
      async ({ text }) => {
        if (text === 'write') throw onlyReads
        return { rows: [] }
      },
      (isDestroyed) => released.push(isDestroyed),
    )
    const connection = new Connection(pool, options)
    for (const call of [
      () => connection.query({ text: 'write' }),
      () => connection.transaction((tx) => tx.query({ text: 'write' })),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'read_only' })
    expect(released).toEqual([true, true])
  })

  test('of a transaction that may be done twice is lost for good, or one that must not is done twice', async () => {
    const pool = fakePool()
    const connection = new Connection(pool, options)
    const work = (tx: PostgresQueryable): Promise<unknown> => tx.query({ text: 'work' })
    pool.failing.set('COMMIT', lost())
    await connection.repeatable(work)
    pool.failing.set('COMMIT', lost())
    await expect(connection.transaction(work)).rejects.toMatchObject({ code: 'unreachable' })
    expect(pool.said.filter((text) => text === 'work')).toHaveLength(3)
  })

  test('of a transaction waits for itself, or one of another pool is refused', async () => {
    const pool = fakePool()
    const [own, beside, other] = [
      new Connection(pool, options),
      new Connection(pool, options),
      new Connection(fakePool(), options),
    ]
    const inside = await own.transaction(async () => {
      const tried = [own.query({ text: 'x' }), beside.transaction(async () => 'in'), other.query({ text: 'y' })]
      return (await Promise.allSettled(tried)).map((each) =>
        each.status === 'fulfilled' ? 'in' : Object(each.reason).code,
      )
    })
    expect(inside).toEqual(['locked', 'locked', 'in'])
    // What was begun in a transaction and goes on behind it is in none.
    let later = (): Promise<unknown> => Promise.resolve()
    let go = (): void => undefined
    const ended = new Promise<void>((resolve) => (go = resolve))
    await own.transaction(async () => {
      const rest = ended.then(() => own.query({ text: 'z' }))
      later = () => rest
    })
    go()
    expect(await later()).toMatchObject({ rows: [{ text: 'z' }] })
  })

  test('leaves its listener at the pool, or takes away that of another one', () => {
    const pool = fakePool()
    const [one, two] = [new Connection(pool, options), new Connection(pool, options)]
    one.detach()
    const [on, off] = [
      ['pool on error', 'pool on acquire'],
      ['pool off error', 'pool off acquire'],
    ] as const
    expect(pool.said).toEqual(on)
    two.detach()
    expect(pool.said).toEqual([...on, ...off])
    new Connection(pool, options).detach()
    expect(pool.said).toEqual([...on, ...off, ...on, ...off])
  })
})
