import type { DatabaseSync } from 'node:sqlite'
import { SessionRecoveryError } from '../../errors/session-recovery-error.ts'
import { isEqual } from '../../json/is-equal.ts'
import { isInState, type RowImage } from './row-image.ts'
import { TableRows } from './table-rows.ts'

/** A row is not what it was when the change was planned. Names the row, never what it holds (I12). */
export class RowChangedError extends SessionRecoveryError<'row_changed'> {
  static override readonly brand: string = 'RowChangedError'

  constructor(message: string) {
    super('row_changed', message)
  }
}

/** The tables of a database, each looked up once. */
export function tablesOf(database: DatabaseSync): (table: string) => TableRows {
  const known = new Map<string, TableRows>()
  return (table) => {
    const found = known.get(table) ?? new TableRows(database, table)
    known.set(table, found)
    return found
  }
}

/** Rows of other tables that belong to a row: they would be left without it. */
function dependants(
  database: DatabaseSync,
  { table, id }: Pick<RowImage, 'table' | 'id'>,
): [table: string, id: string][] {
  const references = database
    .prepare(
      `SELECT m.name AS child, f."from" AS field FROM sqlite_master m, pragma_foreign_key_list(m.name) f
       WHERE m.type = 'table' AND f."table" = ?`,
    )
    .all(table)
  return references.flatMap(({ child, field }) =>
    database
      .prepare(`SELECT * FROM "${String(child)}" WHERE "${String(field)}" = ?`)
      .all(id)
      .map((row): [string, string] => [String(child), String(row['id'])]),
  )
}

/**
 * Brings rows from their former to their new state in one transaction, or changes nothing. Under the write lock each row is
 * compared with its former state first: who wrote in the meantime wins. All other rows stay as the program of the database,
 * which may be running, has them.
 *
 * @param check asked under the write lock; what it throws ends the transaction
 * @throws RowChangedError when a row is in another state, or a row that is to go has got others that belong to it
 */
export function changeRows(database: DatabaseSync, images: readonly RowImage[], check: () => void = () => {}): void {
  const rowsOf = tablesOf(database)
  // I8: the commit is acknowledged after the log has reached the disk.
  database.exec('PRAGMA synchronous = FULL; BEGIN IMMEDIATE')
  try {
    check()
    const named = new Set(images.map(({ table, id }) => `${table} ${id}`))
    for (const { table, id, before, after } of images) {
      if (!isInState(rowsOf(table).read(id), before))
        throw new RowChangedError(`The ${table} ${id} changed after the repair was planned`)
      if (after !== null || before === null) continue
      const left = dependants(database, { table, id }).find(([child, childId]) => !named.has(`${child} ${childId}`))
      if (left) throw new RowChangedError(`The ${left[0]} ${left[1]} still belongs to the ${table} ${id}`)
    }
    for (const { table, id, before, after, place } of images) {
      const rows = rowsOf(table)
      if (after === null) rows.delete(id)
      else if (before === null) rows.insert(after, place)
      else {
        const changed = Object.entries(after).filter(([name, cell]) => !isEqual(before[name], cell))
        if (changed.length > 0) rows.update(id, Object.fromEntries(changed))
      }
    }
    database.exec('COMMIT')
  } catch (cause) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw cause
  }
}
