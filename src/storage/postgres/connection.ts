import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { longestTimer } from '../../json/longest-timer.ts'
import { StoreError } from '../store-error.ts'
import { connectInTime } from './connect-in-time.ts'
import { placeOfPool } from './database-place.ts'
import { isReadOnly, isTransient, toStoreError } from './postgres-error.ts'
import type { PostgresClient, PostgresPool, PostgresQuery, PostgresQueryable, PostgresResult } from './pool.ts'

const FIRST_PAUSE_MS = 20
const MAX_PAUSE_MS = 1000

export interface ConnectionOptions {
  /** How long a statement may take before its connection is given up. */
  readonly statementTimeoutMs: number
  /** How long an unreachable database is tried again. */
  readonly retryMs: number
}

/** The transaction in whose `work` the caller runs. */
const around: AsyncLocalStorage<{ readonly pool: PostgresPool; isOpen: boolean }> = new AsyncLocalStorage()

/** A pool with a time limit for every statement, which tries again while the database is unreachable. */
export class Connection {
  readonly #pool: PostgresPool
  readonly #options: ConnectionOptions

  constructor(pool: PostgresPool, options: ConnectionOptions) {
    this.#pool = pool
    this.#options = options
    attach(pool)
  }

  /**
   * Runs one statement as a transaction of its own. It may run twice when its answer is lost, so it must only read, or detect
   * that it has run already; `unanswered` is called for each lost answer.
   */
  async query(query: PostgresQuery, unanswered: () => void = ignore): Promise<PostgresResult> {
    this.#refuseInside()
    return this.#untilReachable(async (deadline) => {
      const client = await this.#connect(deadline)
      let isWhole = false
      try {
        const result = await client.query(this.#limited(query))
        isWhole = true
        return result
      } catch (cause) {
        unanswered()
        throw cause
      } finally {
        client.release(!isWhole)
      }
    })
  }

  /**
   * Several statements in one transaction, not repeated. When it fails nothing has happened, except that an answer to
   * COMMIT may be lost (`unreachable`).
   */
  async transaction<T>(work: (tx: PostgresQueryable) => Promise<T>): Promise<T> {
    this.#refuseInside()
    const client = await this.#untilReachable((deadline) => this.#connect(deadline))
    return this.#within(client, work).catch((cause: unknown) => {
      throw toStoreError(cause, placeOfPool(this.#pool))
    })
  }

  /** A transaction that may run twice: it is tried again like `query`. */
  async repeatable<T>(work: (tx: PostgresQueryable) => Promise<T>): Promise<T> {
    this.#refuseInside()
    return this.#untilReachable(async (deadline) => this.#within(await this.#connect(deadline), work))
  }

  async #within<T>(client: PostgresClient, work: (tx: PostgresQueryable) => Promise<T>): Promise<T> {
    let failed: { readonly cause: unknown } | undefined
    const say = (query: PostgresQuery): Promise<PostgresResult> =>
      client.query(this.#limited(query)).catch((cause: unknown) => {
        failed ??= { cause }
        throw cause
      })
    const own = { pool: this.#pool, isOpen: true }
    let isWhole = false
    try {
      // After waiting for a lock a statement must see the newest rows, whatever the database's default isolation is.
      await say({ text: 'BEGIN ISOLATION LEVEL READ COMMITTED' })
      const result = await around.run(own, () => work({ query: say }))
      const { command } = await say({ text: 'COMMIT' })
      // If a statement failed and `work` went on, PostgreSQL answers COMMIT with ROLLBACK and reports no error (I8).
      if (command === 'ROLLBACK') throw failed?.cause ?? new Error('The transaction was rolled back.')
      isWhole = true
      return result
    } catch (cause) {
      // A connection to a server that has become a standby is closed, or the pool would keep handing it out.
      isWhole = (await isRolledBack(client, this.#limited({ text: 'ROLLBACK' }))) && !isReadOnly(failed?.cause)
      throw cause
    } finally {
      own.isOpen = false
      client.release(!isWhole)
    }
  }

  detach(): void {
    detach(this.#pool)
  }

  /** Refuses a call within a transaction on the same pool: it may wait for a connection or lock that the transaction itself holds. */
  #refuseInside(): void {
    const outer = around.getStore()
    if (outer?.isOpen && outer.pool === this.#pool)
      throw new StoreError({
        code: 'locked',
        message: 'A store or queue was called inside of a transaction on its own pool.',
        remedy: 'Use the `tx` that was handed in for all statements of it.',
      })
  }

  #limited(query: PostgresQuery): PostgresQuery {
    return { ...query, query_timeout: this.#options.statementTimeoutMs }
  }

  async #connect(deadline: number): Promise<PostgresClient> {
    // Without a limit for statements there is none for the connection either.
    const limitMs = Math.max(deadline - performance.now(), this.#options.statementTimeoutMs || longestTimer)
    const client = await connectInTime(this.#pool, limitMs)
    guard(client)
    return client
  }

  async #untilReachable<T>(attempt: (deadline: number) => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.#options.retryMs
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        return await attempt(deadline)
      } catch (cause) {
        if (!isTransient(cause) || performance.now() + pause >= deadline)
          throw toStoreError(cause, placeOfPool(this.#pool))
      }
      await sleep(pause)
    }
  }
}

const ignore = (): void => undefined

/** How many stores and queues use a pool: they share its listeners, since Node warns of many. */
const users = new WeakMap<PostgresPool, number>()

/** Listens to errors of the pool: without a listener, the loss of an idle connection would end the process. */
function attach(pool: PostgresPool): void {
  const others = users.get(pool) ?? 0
  if (others === 0) {
    pool.on('error', ignore)
    acquiring(pool).on('acquire', guard)
  }
  users.set(pool, others + 1)
}

function detach(pool: PostgresPool): void {
  const left = users.get(pool)! - 1
  if (left === 0) {
    pool.off('error', ignore)
    acquiring(pool).off('acquire', guard)
  }
  users.set(pool, left)
}

/** `pg.Pool` emits `acquire` before it stops listening to a connection itself. Other pools need not emit it. */
interface AcquiringPool {
  on(event: 'acquire', listener: (client: PostgresClient) => void): unknown
  off(event: 'acquire', listener: (client: PostgresClient) => void): unknown
}

const acquiring = (pool: PostgresPool): AcquiringPool => pool as unknown as AcquiringPool

const guarded = new WeakSet<PostgresClient>()

/**
 * Listens to errors of a connection. The pool does so only for idle ones: the loss of an acquired one between two statements would
 * end the process. So would one that the server closes before `connect` has resolved: a server that shuts down may send greeting
 * and end in one packet.
 */
function guard(client: PostgresClient): void {
  if (guarded.has(client)) return
  guarded.add(client)
  client.on('error', ignore)
}

const isRolledBack = (client: PostgresClient, rollback: PostgresQuery): Promise<boolean> =>
  client.query(rollback).then(
    () => true,
    () => false,
  )
