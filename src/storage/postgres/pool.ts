/** A statement as `pg` takes it. Never named: PgBouncer in transaction mode hands every statement to another connection. */
export interface PostgresQuery {
  readonly text: string
  readonly values?: readonly unknown[]
  /** The client gives up after this time and the connection is thrown away: a half-open one never answers. */
  readonly query_timeout?: number
}

/** What a query answers; `rowCount` is null for statements that count nothing, `command` is what the database has done. */
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
  /** As `pg.Pool` has them; errors name host and database from it. */
  readonly options?: unknown
  connect(): Promise<PostgresClient>
  end(): Promise<void>
  on(event: 'error', listener: (error: Error) => void): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
}
