import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { boundCell, cellOf, type Cells } from './cell.ts'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Rows of one table, named by its column `id`. Every method throws what SQLite throws. */
export class TableRows {
  readonly #database: DatabaseSync
  readonly #table: string
  readonly #columns: readonly string[]
  readonly #read: StatementSync

  constructor(database: DatabaseSync, table: string) {
    this.#database = database
    this.#table = quoted(table)
    this.#columns = database
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => String(name))
    const wanted = this.#columns.map(
      (name, at) => `${quoted(name)} AS value${at}, CAST(${quoted(name)} AS BLOB) AS bytes${at}`,
    )
    this.#read = database.prepare(`SELECT ${wanted.join(', ')} FROM ${this.#table} WHERE id = ?`)
    this.#read.setReadBigInts(true)
  }

  /** The row as it is stored; null when there is none. */
  read(id: string): Cells | null {
    const row = this.#read.get(id)
    if (!row) return null
    return Object.fromEntries(
      this.#columns.map((name, at) => [
        name,
        cellOf({ value: row[`value${at}`], bytes: row[`bytes${at}`] as Uint8Array | null }),
      ]),
    )
  }

  insert(cells: Cells): void {
    const bound = Object.values(cells).map(boundCell)
    const names = Object.keys(cells).map(quoted).join(', ')
    const marks = bound.map(([expression]) => expression).join(', ')
    this.#database
      .prepare(`INSERT INTO ${this.#table} (${names}) VALUES (${marks})`)
      .run(...bound.map(([, value]) => value))
  }

  update(id: string, cells: Cells): void {
    const bound = Object.values(cells).map(boundCell)
    const set = Object.keys(cells).map((name, at) => `${quoted(name)} = ${bound[at]![0]}`)
    this.#database
      .prepare(`UPDATE ${this.#table} SET ${set.join(', ')} WHERE id = ?`)
      .run(...bound.map(([, value]) => value), id)
  }

  delete(id: string): void {
    this.#database.prepare(`DELETE FROM ${this.#table} WHERE id = ?`).run(id)
  }
}
