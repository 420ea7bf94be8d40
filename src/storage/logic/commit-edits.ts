import { applyEdits } from '../../transcript/apply-edits.ts'
import type { Edit } from '../../transcript/edit.ts'
import { messageDigest } from '../prefix-digests.ts'
import type { Transaction, TransactOptions } from '../session-store.ts'
import { StoreError } from '../store-error.ts'
import type { MessageRow, PositionRow, RowEdit, SessionRow, StoreRows } from '../store-rows.ts'
import { toJsonText } from '../to-json-text.ts'
import { toMessageRows, toRewrittenRow } from './message-rows.ts'
import { changeRow, expectRevision, nextRevision, placeTail } from './write-messages.ts'

export const undoIdOf = (revision: number): string => `u${revision}`

export function existingSession(rows: StoreRows, sessionID: string): SessionRow {
  const session = rows.session(sessionID)
  if (session) return session
  throw new StoreError({ code: 'not_found', message: `There is no session ${JSON.stringify(sessionID)}.`, sessionID })
}

/** Commits a plan with its undo record. */
export function commitEdits(
  rows: StoreRows,
  sessionID: string,
  edits: readonly Edit[],
  options: TransactOptions,
  now: number,
): Transaction {
  const session = existingSession(rows, sessionID)
  if (options.lease && rows.lease(sessionID)?.token !== options.lease.token)
    throw new StoreError({
      code: 'lease_lost',
      message: `The lease ${options.lease.token} on session ${JSON.stringify(sessionID)} is no longer held.`,
      sessionID,
    })
  expectRevision(session, options.expect)
  if (edits.length === 0) return { revision: session.revision, undoId: null }
  const meta = options.meta === undefined ? null : toJsonText(options.meta, 'meta of a transaction')
  const rowEdits = toRowEdits(rows, session, edits, now)
  const revision = nextRevision(rows, session)
  applyRowEdits(rows, session, rowEdits, { revision, now })
  const from = Math.min(...rowEdits.map((edit) => edit.index))
  const change = { revision, kind: 'transact' as const, from, formerHead: session.head, createdAt: now }
  rows.addChange(sessionID, changeRow({ ...change, meta, edits: rowEdits }))
  return { revision, undoId: undoIdOf(revision) }
}

/** Moves the positions from the first edit on; the messages before it are not even read (I6). */
export function applyRowEdits(
  rows: StoreRows,
  session: SessionRow,
  edits: readonly RowEdit[],
  change: { readonly revision: number; readonly now: number },
): void {
  const from = Math.min(...edits.map((edit) => edit.index))
  const place = (key: number | null): Pick<PositionRow, 'key' | 'contentDigest'> | null =>
    key === null ? null : { key, contentDigest: rows.message(session.sessionID, key).contentDigest }
  const shifted = edits.map(
    ({ op, index, after }) =>
      ({ op, index: index - from, before: null, after: place(after), because: [], loss: 'none' }) satisfies Edit,
  )
  // applyEdits only passes on what it was given: positions and the places above.
  const tail = applyEdits(rows.positions(session.sessionID, from), shifted) as PositionRow[]
  placeTail(rows, session, from, tail, change)
}

function toRowEdits(rows: StoreRows, session: SessionRow, edits: readonly Edit[], now: number): RowEdit[] {
  const { sessionID } = session
  const positions = rows.positions(sessionID, 0)
  const touched = new Set<number>()
  const reject = (message: string): never => {
    throw new StoreError({ code: 'invalid_edit', message, sessionID })
  }
  const formerAt = (edit: Edit): PositionRow | null => {
    const limit = edit.op === 'insert' ? positions.length + 1 : positions.length
    if (!Number.isInteger(edit.index) || edit.index < 0 || edit.index >= limit)
      return reject(`An edit addresses message ${edit.index} of ${positions.length}.`)
    if (edit.op === 'insert') return null
    if (touched.has(edit.index)) return reject(`Two edits change message ${edit.index}.`)
    touched.add(edit.index)
    const former = positions[edit.index]!
    // The revision is right, but was the plan made on this session? Cache hints may differ between request and store.
    if (messageDigest(edit.before) !== former.contentDigest)
      return reject(`Message ${edit.index} is not the one that the edit was planned on.`)
    return former
  }
  const formers = edits.map(formerAt)
  const added: MessageRow[] = []
  edits.forEach((edit, index) => {
    const former = formers[index]
    if (edit.op === 'replace') added.push(toRewrittenRow(rows.message(sessionID, former!.key), edit.after))
    if (edit.op === 'insert')
      added.push(...toMessageRows([{ raw: edit.after }], `m${nextRevision(rows, session)}.${index}`, now))
  })
  const keys = rows.addMessages(sessionID, added)
  let next = 0
  return edits.map((edit, index) => ({
    op: edit.op,
    index: edit.index,
    before: formers[index]?.key ?? null,
    after: edit.op === 'remove' ? null : keys[next++]!,
    because: edit.because,
    loss: edit.loss,
  }))
}
