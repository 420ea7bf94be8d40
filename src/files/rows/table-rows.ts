import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { boundCell, cellOf, type Cells } from './cell.ts'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Rows of one table, named by its column `id`. Every method throws what SQLite throws. */
export class TableRows {
  readonly #database: DatabaseSync
  readonly #table: string
  readonly #columns: readonly string[]
  readonly #read: StatementSync
  /** Null for a table without rowids. */
  readonly #place: StatementSync | null

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
    const hasPlaces = database.prepare("SELECT 1 FROM pragma_table_list(?) WHERE type = 'table' AND wr = 0").get(table)
    this.#place = hasPlaces ? database.prepare(`SELECT rowid AS place FROM ${this.#table} WHERE id = ?`) : null
    this.#place?.setReadBigInts(true)
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

  /** Where the row stands among the others, for {@link insert}; undefined when there is none, or the table has no places. */
  place(id: string): string | undefined {
    const row = this.#place?.get(id)
    return row && String(row['place'])
  }

  /** Puts a row in its place, or at the end when another one has taken that. */
  insert(cells: Cells, place?: string): void {
    const isFree = place !== undefined && this.#place !== null && !this.#isTaken(place)
    const bound = [...(isFree ? [boundCell({ integer: place })] : []), ...Object.values(cells).map(boundCell)]
    const names = [...(isFree ? ['rowid'] : []), ...Object.keys(cells).map(quoted)].join(', ')
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

  #isTaken(place: string): boolean {
    return this.#database.prepare(`SELECT 1 FROM ${this.#table} WHERE rowid = ?`).get(BigInt(place)) !== undefined
  }
}
