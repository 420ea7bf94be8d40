import { EventEmitter } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { createPostgresQueue } from '../../src/fleet/queues/create-postgres-queue.ts'
import type { ClaimedJob } from '../../src/fleet/fleet-queue.ts'
import type { PostgresClient, PostgresQuery, PostgresResult } from '../../src/storage/postgres/pool.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const row = { id: '7', claim: 'c7', session: 's', turn: 't', payload: '{"input":"hi","tools":["f"]}' }
const job: ClaimedJob = { sessionID: 's', turnID: 't', id: '7', claim: 'c7', input: 'hi', tools: ['f'] }

/** A pool that answers each statement as it is told, and keeps what it was asked. */
class FakePool extends EventEmitter {
  readonly asked: [statement: string, values: readonly unknown[]][] = []
  version = 1
  rows: readonly unknown[] = []
  rowCount = 1
  keepsClaims = true

  async query({ text, values = [] }: PostgresQuery): Promise<PostgresResult> {
    if (text.includes('to_regclass')) return { rows: [{ found: true }] }
    if (text.includes('SELECT version')) return { rows: [{ version: this.version }] }
    this.asked.push([text.trim().split(/\s+/).slice(0, 2).join(' '), values])
    if (Array.isArray(values[0]) && !this.keepsClaims) throw new Error('read-only')
    const { rows } = this
    this.rows = []
    return { rows, rowCount: this.rowCount }
  }

  connect = async (): Promise<PostgresClient> => {
    const query = (asked: PostgresQuery): Promise<PostgresResult> => this.query(asked)
    const ignored = (): undefined => undefined
    return { query, release: ignored, on: ignored, off: ignored }
  }
  end = async (): Promise<void> => undefined
}

test('a job is claimed for another node, or its claim is not kept for as long as it runs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const pool = new FakePool()
  pool.rows = [row]
  const queue = createPostgresQueue(pool, { migrate: false })
  const done = Promise.withResolvers<void>()
  const jobs: ClaimedJob[] = []
  const errors: unknown[] = []
  const handle = (claimed: ClaimedJob): Promise<void> => (jobs.push(claimed), done.promise)
  const work = queue.work(handle, { node: 'a', concurrency: 2, claimMs: 3_000, onError: (cause) => errors.push(cause) })
  await vi.advanceTimersByTimeAsync(1_000)
  const kept = pool.asked.filter(([, values]) => Array.isArray(values[0]))
  // One is running: it is looked for another, twice a second.
  const fetched = pool.asked.filter(([, values]) => values[1] === 'a').map(([, [count]]) => count)
  expect(fetched).toEqual([2, 1, 1])
  expect([jobs, errors, pool.asked[0], kept]).toEqual([
    [job],
    [],
    ['UPDATE "session_recovery".jobs', [2, 'a', 3_000]],
    [['UPDATE "session_recovery".jobs', [['c7'], 3_000]]],
  ])
  done.resolve()
  await work.stop()
})

test('a claim that cannot be kept is told to nobody', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const pool = new FakePool()
  pool.rows = [row]
  pool.keepsClaims = false
  const queue = createPostgresQueue(pool, { migrate: false })
  const done = Promise.withResolvers<void>()
  const errors: unknown[] = []
  const onError = (cause: unknown): void => void errors.push(cause)
  const work = queue.work(() => done.promise, { node: 'a', concurrency: 1, claimMs: 3_000, onError })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(errors.map(String)).toEqual([expect.stringContaining('read-only')])
  done.resolve()
  await work.stop()
})

test('a verb is another statement, or forgets what a statement has changed', async () => {
  const pool = new FakePool()
  const queue = createPostgresQueue(pool, { schema: 'mine', migrate: false })
  await queue.send({ sessionID: 's', turnID: 't', input: 'hi', tools: ['f'] })
  await expect(queue.send({ sessionID: 's', turnID: 't', input: 1n })).rejects.toThrow('input of a job')
  const ends = [
    () => queue.complete(job),
    () => queue.fail(job, { park: true, reason: 'r'.repeat(300) }),
    () => queue.fail(job, { retryInMs: 9, reason: 'why' }),
  ]
  for (pool.rowCount of [1, 0, 2])
    expect(await Promise.all(ends.map((end) => end()))).toEqual(ends.map(() => pool.rowCount === 1))
  expect(pool.asked.slice(0, 4)).toEqual([
    ['INSERT INTO', ['s', 't', row.payload]],
    ['DELETE FROM', ['7', 'c7']],
    ['UPDATE "mine".jobs', ['7', 'c7', true, 'r'.repeat(200), 0]],
    ['UPDATE "mine".jobs', ['7', 'c7', false, 'why', 9]],
  ])
})

test('a schema that is old when the first job is sent is never looked at again, or is not told of', async () => {
  const pool = new FakePool()
  pool.version = 0
  const queue = createPostgresQueue(pool, { migrate: false })
  const send = (): Promise<void> => queue.send({ sessionID: 's', turnID: 't' })
  for (const _ of [1, 2]) await expect(send()).rejects.toMatchObject({ code: 'cannot_open' })
  pool.version = 1
  await send()
  pool.version = 0
  await send()
  expect(pool.asked).toHaveLength(2)
})

test.each(['id', 'claim', 'session', 'turn', 'payload'])('a row without a text as its %s is a job', async (field) => {
  const pool = new FakePool()
  pool.rows = [{ ...row, [field]: 7 }]
  const told = Promise.withResolvers<unknown>()
  const queue = createPostgresQueue(pool, { migrate: false })
  const work = queue.work(async () => told.reject(new Error('ran')), {
    node: 'a',
    concurrency: 1,
    claimMs: 60_000,
    onError: told.resolve,
  })
  expect(await told.promise).toMatchObject({
    code: 'invalid_row',
    message: expect.stringContaining(`no text as its ${field}.`) as string,
  })
  await work.stop()
})

test('a job that cannot be read takes those along that were claimed with it, and comes again for ever', async () => {
  const pool = new FakePool()
  pool.rows = [{ ...row, id: '1', claim: 'c1', payload: '{' }, row, { ...row, id: '9', claim: 'c9', payload: '{' }]
  const handled = Promise.withResolvers<ClaimedJob>()
  const errors: unknown[] = []
  const queue = createPostgresQueue(pool, { migrate: false })
  const onError = (cause: unknown): void => void errors.push(cause)
  const work = queue.work(async (claimed) => handled.resolve(claimed), {
    node: 'a',
    concurrency: 4,
    claimMs: 3_000,
    onError,
  })
  expect(await handled.promise).toEqual(job)
  await work.stop()
  expect(errors.map((error) => Object(error).code)).toEqual(['invalid_row', 'invalid_row'])
  expect(pool.asked.filter(([, values]) => values[3] === 'invalid_row').map(([, values]) => values)).toEqual([
    ['1', 'c1', true, 'invalid_row', 0],
    ['9', 'c9', true, 'invalid_row', 0],
  ])
})
