import { StoreError, type StoreErrorCode } from '../store-error.ts'

interface Refused {
  /** A whole SQLSTATE, or its class of two characters. */
  readonly state: string
  readonly code: StoreErrorCode
  readonly message: string
  readonly remedy?: string
}

const makeSchema = 'Run `session-recovery sql | psql "$DATABASE_URL"`, or let a role migrate that may create a schema.'
const ownSchema = 'Give the store a schema of its own: `schema`.'
const checkLogin = 'Check user, password and database of the connection string, and what pg_hba.conf lets in.'

/** SQLSTATEs (postgresql.org/docs/current/errcodes-appendix.html), the most exact first. */
const CODES: readonly Refused[] = [
  { state: '40003', code: 'unreachable', message: 'The database does not know whether the statement was completed.' },
  { state: '40', code: 'locked', message: 'The database gave the transaction up for another one. Nothing was done.' },
  {
    state: '42501',
    code: 'read_only',
    message: 'This role may not use the session store.',
    remedy: 'Give it the rights that `session-recovery sql --grant ROLE` prints.',
  },
  {
    state: '25006',
    code: 'read_only',
    message: 'The database only reads: a standby, or a read-only transaction.',
    remedy: 'Connect to the primary.',
  },
  {
    state: '53100',
    code: 'disk_full',
    message: 'There is no space left for the session store.',
    remedy: 'Nothing was changed. Free some space on the disk of the database and try again.',
  },
  { state: '55P03', code: 'locked', message: 'Another process has held the session for too long.' },
  {
    state: '57014',
    code: 'locked',
    message: 'The statement took longer than `statement_timeout`, or somebody has cancelled it.',
    remedy: 'Try again; raise `statement_timeout` of the role, or look for what slows the database down.',
  },
  { state: 'XX001', code: 'corrupt', message: 'The database is damaged.', remedy: 'Restore it from a backup.' },
  {
    state: 'XX002',
    code: 'corrupt',
    message: 'An index of the database is damaged.',
    remedy: 'Run REINDEX on the schema of the session store.',
  },
  { state: '3D000', code: 'cannot_open', message: 'There is no such database.', remedy: checkLogin },
  {
    state: '3F000',
    code: 'cannot_open',
    message: 'The schema of the session store is not there.',
    remedy: makeSchema,
  },
  {
    state: '42P01',
    code: 'cannot_open',
    message: 'The tables of the session store are not there.',
    remedy: makeSchema,
  },
  {
    state: '42883',
    code: 'cannot_open',
    message: 'The functions of the session store are not there.',
    remedy: makeSchema,
  },
  { state: '42P07', code: 'cannot_open', message: 'The schema holds tables of something else.', remedy: ownSchema },
  { state: '42703', code: 'cannot_open', message: 'The tables of the schema are not ours.', remedy: ownSchema },
  { state: '54', code: 'too_large', message: 'A value is larger than PostgreSQL can store.', remedy: 'Store less.' },
  { state: '22', code: 'invalid_row', message: 'A value does not fit the schema of the session store.' },
  { state: '23', code: 'invalid_row', message: 'A row contradicts the schema of the session store.' },
  { state: '28', code: 'cannot_open', message: 'The database refuses this user or password.', remedy: checkLogin },
]

/** By whole SQLSTATE or class. */
const byState: ReadonlyMap<string, Refused> = new Map(CODES.map((refused) => [refused.state, refused]))

interface Unconnected {
  readonly says: RegExp
  readonly message: string
  readonly remedy: string
}

/** Permanent reasons for having no connection, as Node and `pg` report them: some have codes, others only messages. */
const UNCONNECTED: readonly Unconnected[] = [
  {
    says: /ENOTFOUND/,
    message: 'There is no host of that name.',
    remedy: 'Check the host of the connection string.',
  },
  {
    says: /Invalid URL|URI malformed|ERR_SOCKET_BAD_PORT/,
    message: 'The connection string cannot be read.',
    remedy: 'It is postgres://user@host:port/database, perhaps with a password; write special characters as %XX.',
  },
  { says: /^SASL|password must be a string/, message: 'The database demands a password.', remedy: checkLogin },
  {
    says: /after calling end on the pool/,
    message: 'The pool has been ended.',
    remedy: 'End a pool of your own after the stores and queues that use it.',
  },
  {
    says: /does not support SSL/,
    message: 'The database speaks no TLS.',
    remedy: 'Leave sslmode out of the connection string, or turn ssl on at the server.',
  },
  {
    says: /certificate|_CERT_|ALTNAME/i,
    message: 'The certificate of the database is not trusted.',
    remedy: 'Give a pool of your own with the `ssl` options of `pg`, or set NODE_EXTRA_CA_CERTS.',
  },
]

/** Classes and states after which the same statement may succeed on another connection, or a moment later. */
const TRANSIENT = ['08', '57P01', '57P02', '57P03', '57P05', '53300', '40', '25P03', '25P04']

/** Codes and messages of Node and `pg` for a broken connection; `pg` has no codes for some. */
const BROKEN =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOENT|EHOST|ENET|EAI_AGAIN|EADDRNOTAVAIL|EMFILE|ENFILE)|Connection terminated|Query read timeout|timeout exceeded when trying to connect|not queryable|connection error|Connection ended/i

const sqlStateOf = (cause: unknown): string => {
  const { code } = Object(cause) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Whether the connection broke or the server is away, so that a retry may help; the statement may have been done. */
export function isTransient(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const code = sqlStateOf(cause)
  if (/^[0-9A-Z]{5}$/.test(code) && !BROKEN.test(code)) return TRANSIENT.some((prefix) => code.startsWith(prefix))
  return BROKEN.test(code) || BROKEN.test(cause.message)
}

/** An error of a standby, or of a read-only transaction. */
export const isReadOnly = (cause: unknown): boolean => sqlStateOf(cause) === '25006'

/** Converts an error of PostgreSQL or `pg` to a `StoreError`, without the database's message, which may quote a row (I12). */
export function toStoreError(cause: unknown, path?: string): unknown {
  if (StoreError.isInstance(cause) || !(cause instanceof Error)) return cause
  const sqlState = sqlStateOf(cause)
  const known = byState.get(sqlState) ?? byState.get(sqlState.slice(0, 2))
  if (known === undefined && isTransient(cause))
    return new StoreError({ code: 'unreachable', message: 'The database cannot be reached.', path, cause })
  if (/^[0-9A-Z]{5}$/.test(sqlState)) {
    const { code, message, remedy } = known ?? other(sqlState)
    return new StoreError({ code, message, ...(remedy !== undefined && { remedy }), path, cause })
  }
  const unconnected = UNCONNECTED.find(({ says }) => says.test(sqlState) || says.test(cause.message))
  if (unconnected === undefined) return cause
  const { message, remedy } = unconnected
  return new StoreError({ code: 'cannot_open', message, remedy, path, cause })
}

const other = (sqlState: string): Omit<Refused, 'state'> => ({
  code: 'io',
  message: `PostgreSQL refused the statement (${sqlState}).`,
  remedy: 'Nothing was acknowledged. Look into the log of the database.',
})
