import { SessionRecoveryError } from '../../../errors/session-recovery-error.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { RowChange, StoredRow } from '../stored-rows.ts'

/** A row is not what it was when the repair was planned. */
export class RowChangedError extends SessionRecoveryError<'row_changed'> {
  static override readonly brand: string = 'RowChangedError'

  constructor(message: string) {
    super('row_changed', message)
  }
}

function writeChange(database: DatabaseSync, sessionId: string, change: RowChange): number | bigint {
  const { table, row } = change
  if (change.op === 'insert') {
    const { id, messageId, timeCreated, timeUpdated } = change.row
    const data = JSON.stringify(change.value)
    const statement =
      table === 'message'
        ? database.prepare(
            'INSERT INTO message (id, session_id, time_created, time_updated, data) VALUES (?, ?, ?, ?, ?)',
          )
        : database.prepare(
            'INSERT INTO part (id, session_id, time_created, time_updated, data, message_id) VALUES (?, ?, ?, ?, ?, ?)',
          )
    const values = [id, sessionId, timeCreated, timeUpdated, data]
    return statement.run(...values, ...(table === 'part' ? [messageId] : [])).changes
  }
  // The text that was read stands in the condition: who wrote in the meantime wins, and nothing is done.
  const former = (row as StoredRow).text
  if (change.op === 'delete')
    return database
      .prepare(`DELETE FROM ${table} WHERE id = ? AND session_id = ? AND data = ?`)
      .run(row.id, sessionId, former).changes
  return database
    .prepare(`UPDATE ${table} SET data = ? WHERE id = ? AND session_id = ? AND data = ?`)
    .run(JSON.stringify(change.value), row.id, sessionId, former).changes
}

/** Makes all changes in one transaction, or none. `isStill` is asked under the write lock. */
export function changeRows(
  database: DatabaseSync,
  sessionId: string,
  changes: readonly RowChange[],
  isStill: () => boolean,
): void {
  // I8: the commit is acknowledged after the log has reached the disk. Deletes of parts must not cascade into anything else.
  database.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; BEGIN IMMEDIATE')
  try {
    if (!isStill()) throw new RowChangedError('The database changed after the backup')
    for (const change of changes)
      if (Number(writeChange(database, sessionId, change)) === 0)
        throw new RowChangedError(`The ${change.table} ${change.row.id} changed after the repair was planned`)
    database.exec('COMMIT')
  } catch (cause) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw cause
  }
}
