import { type Decision, quote, type Refusal } from '../decision.ts'
import { moveMessages } from '../rules/move-messages.ts'
import { inverseOf, rebaseEdits, undoIdOf, withoutUndonePairs } from '../rules/row-edits.ts'
import { fence, livingSession, nextRevision, unknownSession, writeNeeds } from '../rules/session-rules.ts'
import type { ChangeRow, RowEdit } from '../rows.ts'
import type { UndoneTransaction } from '../session-store.ts'
import type { WriteOptions } from '../write-options.ts'

export interface UndoCommand extends WriteOptions {
  readonly sessionID: string
  /** Null: the newest transaction that is not undone. */
  readonly undoId: string | null
}

/** Undoes a change by a new one with the inverse edits; the former message rows return to the conversation (I7). */
export const undo: Decision<UndoCommand, UndoneTransaction> = {
  needs: (command) => ({ ...writeNeeds(command), positions: true, changes: true }),
  decide(facts, command, now) {
    const { sessionID, undoId } = command
    const session = livingSession(facts)
    const refusal = fence(facts, command)
    if (refusal || session === null) return { refusal: refusal ?? unknownSession(sessionID) }
    const { changes } = facts
    const change =
      undoId === null
        ? changes.findLast(({ kind, undoneBy }) => kind === 'transact' && undoneBy === null)
        : changes.find(({ revision }) => undoIdOf(revision) === undoId)
    if (change === undefined || change.undoneBy !== null || change.kind === 'replace')
      return { refusal: nothingToUndo(sessionID, undoId) }
    const edits = inverseToday(sessionID, change, changes)
    if (!Array.isArray(edits)) return { refusal: edits }
    const revision = nextRevision(facts, session)
    const undone = { kind: 'undo', revision, undoes: change.revision, meta: null } as const
    const moved = moveMessages({ session, positions: facts.positions, edits, added: [], change: undone }, now)
    return {
      changes: [
        ...moved,
        { type: 'change_undone', sessionID, revision: change.revision, undoneBy: revision },
        // Undoing an undo brings the original change back, so that one can be undone again.
        ...(change.undoes === null
          ? []
          : [{ type: 'change_undone' as const, sessionID, revision: change.undoes, undoneBy: null }]),
      ],
      result: { revision, undoId: undoIdOf(revision), undone: undoIdOf(change.revision) },
    }
  },
}

function nothingToUndo(sessionID: string, undoId: string | null): Refusal {
  const what = undoId === null ? 'transaction' : `transaction ${quote(undoId)}`
  return { code: 'not_found', message: `Session ${quote(sessionID)} has no ${what} left to undo.`, sessionID }
}

/** The inverse edits, addressed in the present list of messages. */
function inverseToday(sessionID: string, change: ChangeRow, changes: readonly ChangeRow[]): RowEdit[] | Refusal {
  let edits: RowEdit[] | null = inverseOf(change.edits)
  for (const later of withoutUndonePairs(changes.filter(({ revision }) => revision > change.revision))) {
    edits = rebaseEdits(edits, later)
    if (edits === null) {
      const message = `Change ${undoIdOf(later.revision)} of session ${quote(sessionID)} touches what ${undoIdOf(change.revision)} changed.`
      return { code: 'undo_conflict', message, sessionID }
    }
  }
  return edits
}
