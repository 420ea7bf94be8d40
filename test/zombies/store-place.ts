import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { createPostgresStore } from '../../src/storage/postgres/create-postgres-store.ts'
import type { SessionStore } from '../../src/storage/session-store.ts'
import { createSqliteStore } from '../../src/storage/sqlite/create-sqlite-store.ts'

/** A store that two processes open: as one argument of a command line. */
export type StorePlace =
  | { readonly kind: 'SQLite' | 'journal'; readonly path: string }
  | { readonly kind: 'PostgreSQL'; readonly url: string; readonly schema: string }

/** A journal lets another process write when its writer has been silent for so long; ms. */
const idleMs = 50

export function openStoreAt(place: StorePlace): SessionStore {
  switch (place.kind) {
    case 'SQLite':
      return createSqliteStore(place.path, { synchronous: 'normal' })
    case 'journal':
      return createJournalStore(place.path, { durability: 'none', idleMs })
    case 'PostgreSQL':
      return createPostgresStore({ connectionString: place.url, schema: place.schema })
  }
}
