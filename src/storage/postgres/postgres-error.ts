import { StoreError, type StoreErrorCode } from '../store-error.ts'

/** SQLSTATEs (postgresql.org/docs/current/errcodes-appendix.html), the most exact first; a class has two characters. */
const CODES: readonly (readonly [sqlState: string, code: StoreErrorCode, message: string])[] = [
  ['42501', 'read_only', 'This role may not use the session store.'],
  ['25006', 'read_only', 'The database only reads: a standby, or a read-only transaction.'],
  ['53100', 'disk_full', 'There is no space left for the session store.'],
  ['55P03', 'locked', 'Another process has held the session for too long.'],
  ['57014', 'locked', 'The statement took longer than `statement_timeout`.'],
  ['XX001', 'corrupt', 'The database is damaged.'],
  ['XX002', 'corrupt', 'An index of the database is damaged.'],
  ['3D000', 'cannot_open', 'There is no such database.'],
  ['3F000', 'cannot_open', 'The schema of the session store is not there.'],
  ['42P01', 'cannot_open', 'The tables of the session store are not there; run `session-recovery sql`.'],
  ['42883', 'cannot_open', 'The functions of the session store are not there; run `session-recovery sql`.'],
  ['54', 'too_large', 'A value is larger than PostgreSQL can store.'],
  ['22', 'invalid_row', 'A value does not fit the schema of the session store.'],
  ['23', 'invalid_row', 'A row contradicts the schema of the session store.'],
  ['28', 'cannot_open', 'The database refuses this user or password.'],
]

/** Classes and states after which the same statement may succeed on another connection, or a moment later. */
const TRANSIENT = ['08', '57P01', '57P02', '57P03', '57P05', '53300', '40', '25P03']

/** What Node and `pg` say when the connection is not there; `pg` has no codes for some. */
const BROKEN =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)|Connection terminated|Query read timeout|timeout exceeded when trying to connect|not queryable|connection error|Connection ended/i

const sqlStateOf = (cause: unknown): string => {
  const { code } = Object(cause) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** The connection broke or the server is away: nothing is known about the statement. */
export function isTransient(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const code = sqlStateOf(cause)
  if (/^[0-9A-Z]{5}$/.test(code) && !BROKEN.test(code)) return TRANSIENT.some((prefix) => code.startsWith(prefix))
  return BROKEN.test(code) || BROKEN.test(cause.message)
}

/** Gives an error the name of what to do about it. The message of the database is not repeated: it may quote a row (I12). */
export function toStoreError(cause: unknown): unknown {
  if (StoreError.isInstance(cause) || !(cause instanceof Error)) return cause
  if (isTransient(cause))
    return new StoreError({ code: 'unreachable', message: 'The database cannot be reached.', cause })
  const sqlState = sqlStateOf(cause)
  if (!/^[0-9A-Z]{5}$/.test(sqlState)) return cause
  const [, code, message] = CODES.find(([prefix]) => sqlState.startsWith(prefix)) ?? [
    '',
    'io',
    `PostgreSQL refused the statement (${sqlState}).`,
  ]
  return new StoreError({ code, message, cause })
}
