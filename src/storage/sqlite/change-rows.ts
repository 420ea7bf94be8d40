import type { ChangeRow, StoreRows } from '../store-rows.ts'
import { encodeText } from './encode-text.ts'
import { parseChange, parseEdit } from './parse-rows.ts'
import type { Statements } from './statements.ts'

const EDITS = 'SELECT * FROM edits WHERE session = ? AND revision = ? ORDER BY ordinal'

const NEWEST_TRANSACT = `
  SELECT * FROM changes WHERE session = ? AND kind = 'transact' AND undone_by IS NULL ORDER BY revision DESC LIMIT 1`

type ChangeRows = Pick<StoreRows, 'addChange' | 'changesAfter' | 'change' | 'newestTransact' | 'markUndone'>

export function changeRows(sql: Statements): ChangeRows {
  const toChange = (row: unknown, id: string): ChangeRow =>
    parseChange(row, (revision) => sql.all(EDITS, id, revision).map(parseEdit))
  const one = (row: unknown, id: string): ChangeRow | undefined => (row === undefined ? undefined : toChange(row, id))

  return {
    addChange(sessionID, change) {
      const id = encodeText(sessionID)
      const { revision, kind, from, undoes, undoneBy, meta, createdAt, formerHead } = change
      sql.run(
        'INSERT INTO changes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        id,
        revision,
        kind,
        from,
        undoes,
        undoneBy,
        meta,
        createdAt,
        formerHead,
      )
      change.edits.forEach(({ op, index, before, after, because, loss }, ordinal) => {
        const reasons = JSON.stringify(because)
        const insert = 'INSERT INTO edits VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'
        sql.run(insert, id, revision, ordinal, op, index, before, after, reasons, loss)
      })
    },
    changesAfter(sessionID, revision) {
      const id = encodeText(sessionID)
      const rows = sql.all('SELECT * FROM changes WHERE session = ? AND revision > ? ORDER BY revision', id, revision)
      return rows.map((row) => toChange(row, id))
    },
    change(sessionID, revision) {
      const id = encodeText(sessionID)
      return one(sql.get('SELECT * FROM changes WHERE session = ? AND revision = ?', id, revision), id)
    },
    newestTransact(sessionID) {
      const id = encodeText(sessionID)
      return one(sql.get(NEWEST_TRANSACT, id), id)
    },
    markUndone(sessionID, revision, undoneBy) {
      const id = encodeText(sessionID)
      sql.run('UPDATE changes SET undone_by = ? WHERE session = ? AND revision = ?', undoneBy, id, revision)
    },
  }
}
