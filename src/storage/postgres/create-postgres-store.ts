import { checkOptions, demandObject, optional, wholeNumber } from '../../errors/check-options.ts'
import { encodeText } from '../encode-text.ts'
import { checkedClock } from '../rules/checked-clock.ts'
import { fence } from '../rules/session-rules.ts'
import type { SessionStore } from '../session-store.ts'
import { StoreError } from '../store-error.ts'
import { storeOver } from '../store-over.ts'
import { checkConnectionString, checkPool } from './check-pool.ts'
import { Connection } from './connection.ts'
import { lazyPool } from './lazy-pool.ts'
import { migratePostgres, quoteSchema } from './migrate-postgres.ts'
import { fromColumns, leaseColumns } from './columns.ts'
import type { PostgresPool, PostgresQueryable } from './pool.ts'
import { postgresBackend } from './postgres-backend.ts'
import { postgresRules } from './postgres-rules.ts'
import { ServerClock } from './server-clock.ts'

interface CommonOptions {
  /** The schema that holds the tables. Default `session_recovery`. */
  readonly schema?: string
  /** Creates or updates the tables at the first call. Default true; false for a role that may not: see `session-recovery sql`. */
  readonly migrate?: boolean
  /** After this time a statement is given up with its connection. Default 10,000 ms; 0: never. */
  readonly statementTimeoutMs?: number
  /** How long an unreachable database is tried again, and a free connection waited for, before a call throws `unreachable`. Default 30,000 ms. */
  readonly retryMs?: number
  /** How long a command is retried because others keep changing the session. Default 10,000 ms. */
  readonly busyTimeoutMs?: number
  /** Notifies this channel (`LISTEN`) of the id of each changed session. Default: none. */
  readonly channel?: string
  /** Epoch ms. Default: the database's clock, so that nodes with wrong clocks agree about leases. */
  readonly now?: () => number
}

/** A pool of yours (`pg.Pool`), which `close` leaves open; or a connection string, whose pool `close` ends. */
export type PostgresStoreOptions = CommonOptions &
  (
    | { readonly pool: PostgresPool; readonly connectionString?: undefined }
    | { readonly connectionString: string; readonly pool?: undefined }
  )

const rules = {
  ...postgresRules,
  retryMs: wholeNumber(0, 30_000),
  busyTimeoutMs: wholeNumber(0, 10_000),
  channel: optional<string>('string'),
  now: optional<() => number>('function'),
}

/** A {@link SessionStore} in PostgreSQL. */
export interface PostgresStore extends SessionStore {
  /** The schema's name as given. */
  readonly schema: string
  readonly now: () => number
  /** Creates or checks the tables now, instead of at the first call. */
  open(): Promise<void>
  /**
   * One transaction that commits only if the lease still holds (I15): `work` writes with `tx`, all or nothing. It locks the session
   * until its end, so `work` must only run statements of `tx`. A statement that fails undoes everything, even if `work` goes on.
   * Throws `lease_lost`; `locked` when `work` calls a store or queue on the same pool.
   *
   * @example
   * await store.fenced('s1', lease, (tx) => queue.complete(job, tx))
   */
  fenced<T>(
    sessionID: string,
    lease: { readonly token: number },
    work: (tx: PostgresQueryable) => Promise<T>,
  ): Promise<T>
}

/**
 * A store in PostgreSQL 14 or newer, for many processes on many machines. Needs the package `pg` only for a
 * `connectionString`.
 *
 * Each command is one or two statements, holds no lock between round trips and does not depend on its connection: a pool of one
 * and PgBouncer in transaction mode are enough. After a lost answer the command is repeated; the database recognises it by its id.
 * Throws `OptionsError`; `StoreError`: `cannot_open`, `newer_schema`, `read_only`, `locked`, `unreachable` and those of every store.
 *
 * @example
 * const store = createPostgresStore({ connectionString: process.env.DATABASE_URL })
 * await store.messages.append('s1', [{ raw: { role: 'user', content: 'hi' } }])
 */
export function createPostgresStore(options: PostgresStoreOptions): PostgresStore {
  demandObject(options)
  const { pool: given, connectionString, ...others } = options
  const { schema, migrate, channel, statementTimeoutMs, retryMs, busyTimeoutMs, ...checked } = checkOptions(
    others,
    rules,
  )
  if (given === undefined) checkConnectionString(connectionString)
  else checkPool(given)
  const name = quoteSchema(schema)
  const clock = new ServerClock()
  const now = checkedClock(checked.now ?? clock.now)
  const pool = given ?? lazyPool(String(connectionString))
  const connection = new Connection(pool, { statementTimeoutMs, retryMs })
  let opening: Promise<void> | undefined
  const open = (): Promise<void> => {
    opening ??= migratePostgres(connection, name, migrate).catch((error: unknown) => {
      // The next call tries again.
      opening = undefined
      throw error
    })
    return opening
  }
  const end = async (): Promise<void> => {
    connection.detach()
    if (given === undefined) await pool.end()
  }
  const backend = postgresBackend({
    connection,
    schema: name,
    channel: channel ?? null,
    busyTimeoutMs,
    clock,
    ready: open,
    end,
  })
  const fenced: PostgresStore['fenced'] = async (sessionID, lease, work) => {
    await open()
    return connection.transaction(async (tx) => {
      const { rows } = await tx.query({
        text: `SELECT owner, token::float8, expires_at FROM ${name}.heads WHERE session = $1 FOR UPDATE`,
        values: [encodeText(sessionID)],
      })
      const holder = rows[0] === undefined ? null : fromColumns(leaseColumns, rows[0])
      const refusal = fence({ lease: holder }, { sessionID, lease })
      if (refusal) throw new StoreError(refusal)
      return work(tx)
    })
  }
  return { ...storeOver(backend, now), schema, now, open, fenced }
}
