import {
  checkArgument,
  checkOptions,
  oneOf,
  optional,
  somePath,
  wholeNumber,
  yesOrNo,
} from '../../errors/check-options.ts'
import { lazyBackend } from '../lazy-backend.ts'
import type { SessionStore } from '../session-store.ts'
import { storeOver } from '../store-over.ts'

export interface SqliteStoreOptions {
  /** How long a call waits for other processes before it throws `locked`. It does not block the event loop. Default 5,000 ms. */
  readonly busyTimeoutMs?: number
  /** `full` (default): acknowledged writes survive a power cut (I8). `normal`: only a crash of the process; several times faster. */
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

const rules = {
  busyTimeoutMs: wholeNumber(0, 5000),
  synchronous: oneOf<'full' | 'normal'>(['full', 'normal'], 'full'),
  readOnly: yesOrNo(false),
  now: optional<() => number>('function'),
}

/**
 * A store in a SQLite file (`node:sqlite`, write-ahead log), to be shared by several processes of one machine.
 *
 * The file is opened, created or migrated at the first call, which throws the `StoreError` when that fails: `cannot_open`,
 * `read_only`, `corrupt`, `newer_schema`, `foreign_file`, `locked`. Messages and parts carry checksums, so a damaged
 * file is reported as `corrupt` and never read as another conversation. `':memory:'` is allowed.
 *
 * `node:sqlite` and zod, which checks the rows, are loaded at the first call, too: they cost about 70 ms.
 *
 * @example
 * const store = createSqliteStore('.agent/sessions.db')
 * await store.messages.append('s1', [{ raw: { role: 'user', content: 'hi' } }])
 */
export function createSqliteStore(path: string, options: SqliteStoreOptions = {}): SqliteStore {
  checkArgument('path', path, somePath('the path of a file'))
  const { busyTimeoutMs, synchronous, readOnly, now = Date.now } = checkOptions(options, rules)
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
