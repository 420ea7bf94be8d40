import { refuseUnknown } from '../../errors/check-options.ts'
import { OptionsError } from '../../errors/options-error.ts'
import { lazyBackend } from '../lazy-backend.ts'
import type { SessionStore } from '../session-store.ts'
import { StoreError } from '../store-error.ts'
import { storeOver } from '../store-over.ts'

export interface SqliteStoreOptions {
  /** How long a call waits for other processes before it throws `locked`. It does not block the event loop. Default 5,000 ms. */
  readonly busyTimeoutMs?: number
  /** `full` (default): what was acknowledged survives a power cut (I8). `normal`: only a crash of the process; several times faster. */
  readonly synchronous?: 'full' | 'normal'
  /** Only read. A file of an older schema is refused with `read_only`, because it would have to be migrated. Default false. */
  readonly readOnly?: boolean
  /** Epoch ms; default `Date.now`. Processes that share the file must agree on it: leases compare with it. */
  readonly now?: () => number
}

/** A {@link SessionStore} in one SQLite file. */
export interface SqliteStore extends SessionStore {
  readonly path: string
  /** Reads everything: SQLite's own integrity check, then every session and part. Throws `corrupt` or `invalid_row`. */
  check(): Promise<void>
}

/**
 * A store in a SQLite file (`node:sqlite`, write-ahead log), to be shared by several processes of one machine.
 *
 * The file is opened, created or migrated at the first call, which throws the `StoreError` when that fails: `cannot_open`,
 * `read_only`, `corrupt`, `newer_schema`, `foreign_file`, `locked`. Messages and parts carry checksums, so a damaged
 * file is reported as `corrupt` and never read as another conversation. `':memory:'` is allowed.
 *
 * Until then nothing is loaded: the database and zod, which checks its rows, cost about 70 ms.
 *
 * @example
 * const store = createSqliteStore('.agent/sessions.db')
 * await store.messages.append('s1', [{ raw: { role: 'user', content: 'hi' } }])
 */
export function createSqliteStore(path: string, options: SqliteStoreOptions = {}): SqliteStore {
  if (typeof path !== 'string' || path === '') throw new OptionsError('The path of a SQLite store must be a text.')
  refuseUnknown(options, ['busyTimeoutMs', 'synchronous', 'readOnly', 'now'])
  const { busyTimeoutMs = 5000, synchronous = 'full', readOnly = false, now = Date.now } = options
  if (!(busyTimeoutMs >= 0) || !['full', 'normal'].includes(synchronous))
    throw new StoreError({ code: 'invalid_value', message: '`busyTimeoutMs` or `synchronous` is invalid.', path })
  const { backend, loaded } = lazyBackend(async () =>
    (await import('./sqlite-backend.ts')).sqliteBackend(path, { busyTimeoutMs, synchronous, readOnly }),
  )
  const store = storeOver({ ...backend, path, newest: async (limit) => (await loaded()).newest(limit) }, now)
  const check = async (): Promise<void> => {
    await (await loaded()).checkIntegrity()
    for (const { sessionID } of await store.messages.list()) {
      await store.messages.load(sessionID)
      await store.parts.list(sessionID)
    }
  }
  return { ...store, path, check }
}
