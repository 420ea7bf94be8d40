import { existsSync, realpathSync, statSync } from 'node:fs'
import type { SessionStore } from '../../storage/session-store.ts'
import { createSqliteStore } from '../../storage/sqlite/create-sqlite-store.ts'
import { StoreError } from '../../storage/store-error.ts'
import { CliError } from '../cli-error.ts'

const isFolder = (path: string): boolean =>
  path.endsWith('/') || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

export interface StoreOpening {
  /** Opens a file read-only: it stays unchanged, and its writers need not wait. */
  readonly readOnly?: boolean
  /** How long to retry when the database is unavailable. Default: that of the store, for long-running programs. */
  readonly retryMs?: number
}

/** Whether a store is named that is on a server. */
const isDatabase = (name: string): boolean => /^postgres(ql)?:\/\//.test(name)

/** Whether two names mean one store: a path can be written in many ways, and a link leads to the same file. */
export function isSameStore(first: string, second: string): boolean {
  if (first === second) return true
  const [one, other] = [first, second].map((name) =>
    isDatabase(name) || !existsSync(name) ? null : realpathSync(name),
  )
  return one !== null && one === other
}

/** The forms of a store's name on a command line. The first match is used, and loaded on demand. */
const KINDS: readonly {
  readonly fits: (name: string) => boolean
  readonly open: (name: string, opening: StoreOpening) => Promise<SessionStore>
}[] = [
  {
    fits: isDatabase,
    async open(connectionString, { retryMs }) {
      const { createPostgresStore } = await import('../../storage/postgres/create-postgres-store.ts')
      return createPostgresStore({ connectionString, ...(retryMs !== undefined && { retryMs }) })
    },
  },
  {
    fits: isFolder,
    async open(folder) {
      const { createJournalStore } = await import('../../storage/journal/create-journal-store.ts')
      return createJournalStore(folder)
    },
  },
  {
    fits: () => true,
    async open(file, { readOnly = false }) {
      // The SQLite store loads its own driver.
      return createSqliteStore(file, { readOnly })
    },
  },
]

/** The store of a `--store`: `postgres://...`, the folder of a journal (there already, or with a `/` behind it), or a SQLite file. */
export function openStore(name: string, opening: StoreOpening = {}): Promise<SessionStore> {
  return KINDS.find(({ fits }) => fits(name))!.open(name, opening)
}

/**
 * A store that is there: one that is only read must not be made by a mistyped name.
 *
 * @throws {CliError} `not_found`
 */
export async function openKnownStore(name: string, opening?: StoreOpening): Promise<SessionStore> {
  if (!isDatabase(name) && !existsSync(name))
    throw new CliError('not_found', `There is no store ${name}.`, 'Check the path; a database is postgres://...')
  return openStore(name, opening)
}

/**
 * A store that is read and no more, opened at once. A file of an older schema is opened to be written, since it must be migrated first.
 *
 * @throws {CliError} `not_found`
 * @throws {StoreError} where it cannot be opened
 */
export async function openReadStore(name: string, opening?: StoreOpening): Promise<SessionStore> {
  let refused: unknown
  for (const readOnly of [true, false]) {
    const store = await openKnownStore(name, { ...opening, readOnly })
    try {
      await store.leases.holder('none')
      return store
    } catch (cause) {
      await store.close().catch(() => undefined)
      if (!StoreError.isInstance(cause) || cause.code !== 'read_only') throw cause
      refused ??= cause
    }
  }
  throw refused
}

/**
 * A store for a program that runs on: one that cannot be used is told now, not at the first call, where nobody looks. A database
 * may come up later.
 */
export async function openServingStore(name: string): Promise<SessionStore> {
  const store = await openStore(name)
  if (isDatabase(name)) return store
  try {
    // The first use opens it.
    await store.leases.holder('none')
    return store
  } catch (cause) {
    await store.close().catch(() => undefined)
    throw cause
  }
}

/** A person waits for the answer. */
export const whileSomebodyWaits: StoreOpening = { retryMs: 3_000 }

/** A store's name without its password (I12), up to the last `@`: not all that stands in one is escaped. */
export function storeLabel(name: string): string {
  if (!isDatabase(name)) return name
  return name.replace(/^(postgres(?:ql)?:\/\/[^:@/]*):.*@/s, '$1:***@').replaceAll(/(?<=[?&]password=)[^&#]*/gi, '***')
}
