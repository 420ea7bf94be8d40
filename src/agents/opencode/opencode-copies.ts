import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { withDatabase } from '../../files/rows/with-database.ts'
import { readSession } from './sqlite/read-session.ts'
import { jsonRows } from './json-folders/json-rows.ts'
import { saidIn, saidInRows, type Said } from './said.ts'
import { textOf } from '../../json/text-of.ts'

/** The three places in which releases of opencode have stored a session, the oldest first. */
export type CopyPlace = 'storage' | 'session' | 'session_v2'

/** Messages, or `malformed` where one of them cannot be read. */
export type OpencodeCopy = readonly Said[] | 'malformed'

export interface OpencodeCopies {
  readonly id: string
  readonly copies: Readonly<Partial<Record<CopyPlace, OpencodeCopy>>>
  /** Its file in the folders. */
  readonly file?: string
}

/** The contents of an opencode data folder. */
export interface OpencodeStore {
  /** `unreadable`: a database exists, but its content is unknown. */
  readonly database: 'absent' | 'unreadable' | 'sound'
  /** The table that the installed program reads. */
  readonly current: CopyPlace
  /** Release that wrote to the 1.x tables last. */
  readonly version: string | undefined
  readonly sessions: readonly OpencodeCopies[]
  /** Messages of sessions that have no row, or no file. */
  readonly orphans: readonly { readonly id: string; readonly place: CopyPlace }[]
}

interface Tables {
  readonly v1: ReadonlyMap<string, OpencodeCopy>
  readonly v2: ReadonlyMap<string, OpencodeCopy>
  readonly usesV2: boolean
  readonly version: string | undefined
  readonly orphans: readonly string[]
}

const noTables: Tables = { v1: new Map(), v2: new Map(), usesV2: false, version: undefined, orphans: [] }

const tablesOf = (database: DatabaseSync): ReadonlySet<unknown> =>
  new Set(
    database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()
      .map(({ name }) => name),
  )

const idsOf = (database: DatabaseSync, table: 'session' | 'session_v2'): ReadonlySet<string> =>
  new Set(
    database
      .prepare(`SELECT id FROM ${table} ORDER BY id`)
      .all()
      .map(({ id }) => textOf(id)),
  )

/** Reads the sessions that have more than one copy; of the others only the ids, since a database may hold gigabytes. */
function readTables(database: DatabaseSync, inFolders: ReadonlySet<string>): Tables {
  const tables = tablesOf(database)
  const hasV2 = tables.has('session_v2') && tables.has('session_message')
  const v1 = tables.has('session') ? idsOf(database, 'session') : new Set<string>()
  const v2 = hasV2 ? idsOf(database, 'session_v2') : new Set<string>()
  const isAlone = (id: string): boolean => Number(v1.has(id)) + Number(v2.has(id)) + Number(inFolders.has(id)) === 1
  const readV1 = (id: string): OpencodeCopy => saidIn(readSession(database, id).session) ?? 'malformed'
  const readV2 = (id: string): OpencodeCopy => {
    const rows = database
      .prepare('SELECT id, type, data FROM session_message WHERE session_id = ? ORDER BY seq, id')
      .all(id)
    const own = rows.map((row) => ({ id: textOf(row['id']), type: textOf(row['type']), text: textOf(row['data']) }))
    return saidInRows(own) ?? 'malformed'
  }
  const copies = (
    ids: ReadonlySet<string>,
    all: boolean,
    read: (id: string) => OpencodeCopy,
  ): Map<string, OpencodeCopy> => new Map([...ids].map((id) => [id, !all && isAlone(id) ? [] : read(id)]))
  const found = {
    // Includes sessions that 2.x has not imported.
    v1: copies(v1, v2.size > 0, readV1),
    v2: copies(v2, false, readV2),
    // The tables alone say nothing: 1.18 makes `session_message` too, and leaves it empty.
    usesV2: v2.size > 0,
  }
  if (!tables.has('session')) return { ...noTables, ...found }
  const newest = database.prepare('SELECT version FROM session ORDER BY time_updated DESC, id LIMIT 1').get()
  const orphans = database
    .prepare(
      'SELECT DISTINCT session_id AS id FROM message WHERE session_id NOT IN (SELECT id FROM session) ORDER BY 1',
    )
    .all()
  return { ...found, version: newest && textOf(newest['version']), orphans: orphans.map(({ id }) => textOf(id)) }
}

const names = async (folder: string): Promise<string[]> => (await readdir(folder).catch(() => [])).sort()

async function readFolders(
  storage: string,
): Promise<{ readonly copies: Map<string, OpencodeCopy>; readonly files: Map<string, string> }> {
  const copies = new Map<string, OpencodeCopy>()
  const files = new Map<string, string>()
  for (const project of await names(join(storage, 'session')))
    for (const name of await names(join(storage, 'session', project))) {
      const file = join(storage, 'session', project, name)
      if (!/^ses_.*\.json$/.test(name)) continue
      const id = basename(name, '.json')
      const read = await jsonRows
        .sessions(file)
        .then(([ref]) => ref && jsonRows.read(ref))
        .catch(() => undefined)
      files.set(id, file)
      copies.set(id, (read && saidIn(read.session)) ?? 'malformed')
    }
  return { copies, files }
}

/** Reads all copies of all sessions of a data folder, and writes nothing. */
export async function readOpencodeCopies(folder: string, databasePath: string): Promise<OpencodeStore> {
  const storage = join(folder, 'storage')
  const { copies: json, files } = await readFolders(storage)
  const inFolders = new Set(json.keys())
  const isThere = existsSync(databasePath)
  const tables = isThere
    ? await withDatabase(databasePath, 'read', (open) => readTables(open, inFolders)).catch(() => undefined)
    : noTables
  const { v1, v2, usesV2, version, orphans } = tables ?? noTables
  const left = (await names(join(storage, 'message'))).filter((id) => id.startsWith('ses_') && !json.has(id))
  const ids = [...new Set([...json.keys(), ...v1.keys(), ...v2.keys()])].sort()
  return {
    database: tables ? (isThere ? 'sound' : 'absent') : 'unreadable',
    current: usesV2 ? 'session_v2' : isThere ? 'session' : 'storage',
    version,
    sessions: ids.map((id) => {
      const [storageCopy, session, session_v2, file] = [json.get(id), v1.get(id), v2.get(id), files.get(id)]
      const copies = {
        ...(storageCopy && { storage: storageCopy }),
        ...(session && { session }),
        ...(session_v2 && { session_v2 }),
      }
      return { id, copies, ...(file !== undefined && { file }) }
    }),
    orphans: [
      ...orphans.map((id) => ({ id, place: 'session' as const })),
      ...left.filter((id) => !v1.has(id) && !v2.has(id)).map((id) => ({ id, place: 'storage' as const })),
    ],
  }
}
