/** A statement for `pg`. Never a named one: PgBouncer in transaction mode may send each statement to another connection. */
export interface PostgresQuery {
  readonly text: string
  readonly values?: readonly unknown[]
  /** After this time, in ms, the client gives up and the connection is closed: a half-open one would never answer. */
  readonly query_timeout?: number
}

/** The result of a query; `rowCount` is null for statements that count nothing, `command` is the command the database has run. */
export interface PostgresResult {
  readonly rows: readonly unknown[]
  readonly rowCount?: number | null
  readonly command?: string
}

/** Whatever runs a statement: a pool, or one connection inside a transaction. */
export interface PostgresQueryable {
  query(query: PostgresQuery): Promise<PostgresResult>
}

/** One connection of a pool, as `pg` gives it. It must be released, or the pool runs dry. */
export interface PostgresClient extends PostgresQueryable {
  /** With `true` the connection is closed instead of going back to the pool. */
  release(destroy?: boolean): void
  on(event: 'error', listener: (error: Error) => void): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
}

/** The part of `pg.Pool` that is used. Bring your own, or give a `connectionString`. */
export interface PostgresPool {
  /** The options, as `pg.Pool` has them; errors take host and database from them. */
  readonly options?: unknown
  connect(): Promise<PostgresClient>
  end(): Promise<void>
  on(event: 'error', listener: (error: Error) => void): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
}
