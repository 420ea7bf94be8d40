import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { openReadOnly } from '../../files/rows/open-read-only.ts'

type Row = Readonly<Record<string, unknown>>

/** A session of the canonical database with its messages in order. */
export interface StateRow {
  readonly id: string
  readonly row: Row
  readonly messages: readonly Row[]
}

/**
 * What the database tells. `readable: false` (absent, locked, no table, damaged) tells nothing, so that nothing is withheld
 * because of it: restores fail open.
 */
export interface StateDb {
  readonly readable: boolean
  /** The database exists, but its content was not compared. */
  readonly isThere: boolean
  /** The ids of all sessions with a row, whoever wrote it. */
  readonly ids: ReadonlySet<string>
  /** Those of hermes-webui, newest first. */
  readonly own: readonly StateRow[]
}

const unknownDb: StateDb = { readable: false, isThere: true, ids: new Set(), own: [] }

function columns(database: DatabaseSync, table: string): ReadonlySet<string> {
  const rows = database.prepare('SELECT name FROM pragma_table_info(?)').all(table)
  return new Set(rows.map(({ name }) => String(name)))
}

/** By time and id where there are such columns, else in the order of insertion. */
function orderOf(names: ReadonlySet<string>): string {
  if (!names.has('timestamp')) return 'rowid'
  return names.has('id') ? 'timestamp, id' : 'timestamp, rowid'
}

function readAll(database: DatabaseSync): StateDb {
  const fields = columns(database, 'sessions')
  if (!fields.has('id')) return unknownDb
  const ids = new Set<string>()
  for (const { id } of database.prepare('SELECT id FROM sessions').iterate()) ids.add(String(id))
  if (!fields.has('source')) return { readable: true, isThere: true, ids, own: [] }
  const newest = fields.has('started_at') ? 'started_at DESC, rowid DESC' : 'rowid DESC'
  const parts = columns(database, 'messages')
  const messages = parts.has('session_id')
    ? database.prepare(`SELECT * FROM messages WHERE session_id = ? ORDER BY ${orderOf(parts)}`)
    : undefined
  const own = database
    .prepare(`SELECT * FROM sessions WHERE source = 'webui' ORDER BY ${newest}`)
    .all()
    .map((row): StateRow => {
      const id = String(row['id'])
      return { id, row, messages: messages?.all(id) ?? [] }
    })
  return { readable: true, isThere: true, ids, own }
}

/** Reads the database without leaving a trace in it. */
export async function readStateDb(path: string | undefined): Promise<StateDb> {
  if (path === undefined || !existsSync(path)) return { ...unknownDb, isThere: false }
  try {
    const database = await openReadOnly(path)
    try {
      return readAll(database)
    } finally {
      database.close()
    }
  } catch {
    return unknownDb
  }
}
