import type { UndoneTransaction } from '../session-store.ts'
import { StoreError } from '../store-error.ts'
import type { ChangeRow, RowEdit, StoreRows } from '../store-rows.ts'
import { applyRowEdits, existingSession, undoIdOf } from './commit-edits.ts'
import { invertEdits, rebaseEdits, withoutUndonePairs } from './row-edits.ts'
import { changeRow, nextRevision } from './write-messages.ts'

/** Undoes a change by a new one with the inverse edits; the former message rows return to their positions (I7). */
export function undoChange(
  rows: StoreRows,
  sessionID: string,
  undoId: string | undefined,
  now: number,
): UndoneTransaction {
  const session = existingSession(rows, sessionID)
  const change = undoId === undefined ? rows.newestTransact(sessionID) : changeOf(rows, sessionID, undoId)
  if (change === undefined || change.undoneBy !== null || change.kind === 'replace')
    throw new StoreError({
      code: 'not_found',
      message: `Session ${JSON.stringify(sessionID)} has no ${undoId === undefined ? 'transaction' : `transaction ${JSON.stringify(undoId)}`} left to undo.`,
      sessionID,
    })
  const edits = inverseToday(rows, sessionID, change)
  const revision = nextRevision(rows, session)
  applyRowEdits(rows, session, edits, { revision, now })
  const from = Math.min(...edits.map((edit) => edit.index))
  const undone = { revision, kind: 'undo' as const, from, formerHead: session.head, createdAt: now }
  rows.addChange(sessionID, changeRow({ ...undone, undoes: change.revision, edits }))
  rows.markUndone(sessionID, change.revision, revision)
  // Undoing an undo brings the first change back, so that may be undone again.
  if (change.undoes !== null) rows.markUndone(sessionID, change.undoes, null)
  return { revision, undoId: undoIdOf(revision), undone: undoIdOf(change.revision) }
}

function changeOf(rows: StoreRows, sessionID: string, undoId: string): ChangeRow | undefined {
  return /^u[1-9]\d{0,14}$/.test(undoId) ? rows.change(sessionID, Number(undoId.slice(1))) : undefined
}

/** The inverse edits in today's list. */
function inverseToday(rows: StoreRows, sessionID: string, change: ChangeRow): RowEdit[] {
  let edits: RowEdit[] | null = invertEdits(change.edits)
  for (const later of withoutUndonePairs(rows.changesAfter(sessionID, change.revision))) {
    edits = rebaseEdits(edits, later)
    if (edits === null)
      throw new StoreError({
        code: 'undo_conflict',
        message: `Change ${undoIdOf(later.revision)} of session ${JSON.stringify(sessionID)} touches what ${undoIdOf(change.revision)} changed.`,
        sessionID,
      })
  }
  return edits
}
