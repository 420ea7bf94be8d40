import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { tempFolder } from '../files/temp-folder.ts'

export type Row = Readonly<Record<string, string | number | null>>

/** What a case of the fixture gives: files by name, and the rows of the database. */
export interface Given {
  readonly files?: Readonly<Record<string, unknown>>
  readonly filesRaw?: Readonly<Record<string, string>>
  readonly filesB64?: Readonly<Record<string, string>>
  readonly stateDb?: 'corrupt' | { readonly sessions: readonly Row[] | null; readonly messages?: readonly Row[] }
  readonly [more: string]: unknown
}

/** A folder as hermes-webui leaves it, with the place for backups beside it. */
export interface HermesScene {
  readonly folder: string
  readonly stateDb?: string
  readonly backups: { readonly folder: string }
  readonly count: (sessionID: string) => number | null
  readonly read: (name: string) => Record<string, unknown>
  /** Every file with its bytes. */
  readonly tree: () => Record<string, string>
}

function createTable(database: DatabaseSync, name: string, rows: readonly Row[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  if (columns.length === 0) return
  database.exec(`CREATE TABLE ${name} (${columns.map((column) => `"${column}"`).join(', ')})`)
  const insert = database.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`)
  for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null))
}

export function hermesScene(given: Given): HermesScene {
  const root = tempFolder()
  const folder = join(root, 'sessions')
  mkdirSync(folder)
  const put = (name: string, content: string | Buffer): void => {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  for (const [name, value] of Object.entries(given.files ?? {})) put(name, JSON.stringify(value))
  for (const [name, text] of Object.entries(given.filesRaw ?? {})) put(name, text)
  for (const [name, text] of Object.entries(given.filesB64 ?? {})) put(name, Buffer.from(text, 'base64'))
  const path = join(root, 'state.db')
  if (given.stateDb === 'corrupt') writeFileSync(path, 'no database at all')
  else if (given.stateDb) {
    const database = new DatabaseSync(path)
    if (given.stateDb.sessions) createTable(database, 'sessions', given.stateDb.sessions)
    else database.exec('CREATE TABLE other (id)')
    createTable(database, 'messages', given.stateDb.messages ?? [])
    database.close()
  }
  const read = (name: string): Record<string, unknown> => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  return {
    folder,
    ...(given.stateDb && { stateDb: path }),
    backups: { folder: join(root, 'backups') },
    read,
    count: (sessionID) => {
      try {
        return (read(`${sessionID}.json`)['messages'] as unknown[]).length
      } catch {
        return null
      }
    },
    tree: () =>
      Object.fromEntries(
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
          .map((file) => [file.slice(folder.length + 1), readFileSync(file).toString('base64')]),
      ),
  }
}
