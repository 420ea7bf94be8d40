import type { Edit } from '../../transcript/edit.ts'
import { type Decision, quote, type Refusal, unchanged } from '../decision.ts'
import type { Facts } from '../facts.ts'
import type { MessageInput } from '../message-input.ts'
import { newRow, rewrittenRow } from '../rules/message-rows.ts'
import { moveMessages } from '../rules/move-messages.ts'
import { inOrder } from '../rules/places.ts'
import { undoIdOf } from '../rules/row-edits.ts'
import {
  expectRevision,
  fence,
  livingSession,
  nextRevision,
  unknownSession,
  writeNeeds,
} from '../rules/session-rules.ts'
import type { JsonText, MessageRow, RowEdit, SessionRow } from '../rows.ts'
import type { Transaction } from '../session-store.ts'
import type { WriteOptions } from '../write-options.ts'

/** An edit within a command. */
export interface EditInput extends Pick<Edit, 'op' | 'index' | 'because' | 'loss'> {
  /** Content digest of the message that the edit was planned on; null for an insert. */
  readonly before: string | null
  readonly after: MessageInput | null
}

export interface TransactCommand extends WriteOptions {
  readonly sessionID: string
  readonly edits: readonly EditInput[]
  readonly expect: number
  readonly meta: JsonText | null
}

/** Commits the edits of a repair together with their undo record. */
export const transact: Decision<TransactCommand, Transaction> = {
  needs: (command) => ({
    ...writeNeeds(command),
    ...(command.edits.length > 0 && {
      positions: true,
      contents: command.edits.filter(({ op }) => op === 'replace').map(({ index }) => index),
    }),
  }),
  decide(facts, command, now) {
    const { sessionID, edits, expect, meta } = command
    const session = livingSession(facts)
    const refusal = fence(facts, command) ?? (session && expectRevision(session, expect))
    if (refusal || session === null) return { refusal: refusal ?? unknownSession(sessionID) }
    if (edits.length === 0) return unchanged({ revision: session.revision, undoId: null })
    const misfit = findMisfit(facts, session, edits)
    if (misfit) return { refusal: misfit }
    const revision = nextRevision(facts, session)
    const planned = toRows(facts, session, edits, revision, now)
    const change = { kind: 'transact', revision, undoes: null, meta } as const
    return {
      changes: moveMessages({ session, positions: facts.positions, ...planned, change }, now),
      result: { revision, undoId: undoIdOf(revision) },
    }
  },
}

/** Whether the edits fit the stored messages: a right revision alone does not prove that they were planned on this session. */
function findMisfit({ positions }: Facts, { sessionID }: SessionRow, edits: readonly EditInput[]): Refusal | null {
  const former = inOrder(positions)
  const touched = new Set<number>()
  const reject = (message: string): Refusal => ({
    code: 'invalid_edit',
    message: `${message} in session ${quote(sessionID)}.`,
    sessionID,
  })
  for (const { op, index, before } of edits) {
    const limit = op === 'insert' ? former.length + 1 : former.length
    if (!Number.isInteger(index) || index < 0 || index >= limit)
      return reject(`An edit addresses message ${index} of ${former.length}`)
    if (op === 'insert') continue
    if (touched.has(index)) return reject(`Two edits change message ${index}`)
    touched.add(index)
    // Compared by digest, which ignores cache hints: those may differ between request and store.
    if (before !== former[index]!.contentDigest)
      return reject(`Message ${index} is not the one that the edit was planned on`)
  }
  return null
}

function toRows(
  { positions, contents }: Facts,
  { nextKey }: SessionRow,
  edits: readonly EditInput[],
  revision: number,
  now: number,
): { edits: RowEdit[]; added: MessageRow[] } {
  const former = inOrder(positions)
  const known = new Map(contents.map((row) => [row.key, row]))
  const added: MessageRow[] = []
  const rowEdits = edits.map(({ op, index, after, because, loss }, ordinal): RowEdit => {
    const before = op === 'insert' ? null : former[index]!.key
    const edit = { op, index, before, because, loss }
    if (after === null) return { ...edit, after: null }
    const key = nextKey + added.length
    const row = before === null ? undefined : known.get(before)
    added.push(
      row ? rewrittenRow(row, after, key, revision) : newRow(after, key, `m${revision}.${ordinal}.0`, revision, now),
    )
    return { ...edit, after: key }
  })
  return { edits: rowEdits, added }
}
