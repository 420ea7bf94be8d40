import { statSync } from 'node:fs'
import type { SessionStore } from '../../storage/session-store.ts'

const isFolder = (path: string): boolean =>
  path.endsWith('/') || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** How stores are named on a command line. The first that fits; each is loaded when it is wanted. */
const KINDS: readonly {
  readonly fits: (name: string) => boolean
  readonly open: (name: string) => Promise<SessionStore>
}[] = [
  {
    fits: (name) => /^postgres(ql)?:\/\//.test(name),
    async open(connectionString) {
      const { createPostgresStore } = await import('../../storage/postgres/create-postgres-store.ts')
      return createPostgresStore({ connectionString })
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
    async open(file) {
      const { createSqliteStore } = await import('../../storage/sqlite/create-sqlite-store.ts')
      return createSqliteStore(file)
    },
  },
]

/** The store of a `--store`: `postgres://...`, the folder of a journal (there already, or with a `/` behind it), or a SQLite file. */
export function openStore(name: string): Promise<SessionStore> {
  return KINDS.find(({ fits }) => fits(name))!.open(name)
}

/** A store's name without its password (I12). */
export const storeLabel = (name: string): string => name.replace(/^(postgres(?:ql)?:\/\/[^:@/]*):[^@]*@/, '$1:***@')
