import { applyEdits } from '../../transcript/apply-edits.ts'
import type { Edit } from '../../transcript/edit.ts'
import type { Change } from '../change.ts'
import type { ChangeRow, MessageRow, PositionRow, RowEdit, SessionRow } from '../rows.ts'
import { chain } from './chain.ts'
import { arrange, inOrder } from './places.ts'

interface Move {
  readonly session: SessionRow
  /** All messages of the session. */
  readonly positions: readonly PositionRow[]
  readonly edits: readonly RowEdit[]
  /** Messages that the edits bring. */
  readonly added: readonly MessageRow[]
  readonly change: Pick<ChangeRow, 'kind' | 'revision' | 'undoes' | 'meta'>
}

/** The changes that carry out edits of the conversation: only the rows that they touch are written (I6). */
export function moveMessages({ session, positions, edits, added, change }: Move, now: number): Change[] {
  const { sessionID } = session
  const former = inOrder(positions)
  const wanted = new Set(edits.map(({ after }) => after))
  const known = new Map<number, PositionRow>()
  for (const rows of [positions, added]) for (const row of rows) if (wanted.has(row.key)) known.set(row.key, row)
  const placed = edits.map(({ op, index, after }) => {
    const row = after === null ? null : known.get(after)!
    const place = op === 'replace' ? former[index]!.place : null
    return { op, index, before: null, after: row && { ...row, place }, because: [], loss: 'none' } satisfies Edit
  })
  // The cast is safe: applyEdits returns only what it was given, former rows and the rows in `placed`.
  const nextKey = session.nextKey + added.length
  const rows = arrange(applyEdits(former, placed) as PositionRow[], nextKey)
  const from = edits.reduce((least, { index }) => Math.min(least, index), Number.POSITIVE_INFINITY)
  const { head, recent } = chain(rows, from)
  const shrinks = change.kind !== 'transact' || edits.some(({ op }) => op === 'remove')
  const epoch = session.epoch + (shrinks ? 1 : 0)
  const { revision } = change
  const next = { ...session, epoch, revision, nextKey, head, count: rows.length, updatedAt: now }
  const places = new Map<number, number>()
  for (const { key, place } of rows) places.set(key, place)
  const moved: (readonly [key: number, place: number | null])[] = []
  for (const { key, place: before } of positions) {
    const place = places.get(key) ?? null
    if (place !== before) moved.push([key, place])
  }
  const row = { ...change, epoch, from, undoneBy: null, createdAt: now, formerHead: session.head, edits }
  const messages = added.map((message) => ({ ...message, place: places.get(message.key) ?? null }))
  return [
    { type: 'session_saved', sessionID, session: next },
    ...(messages.length > 0 ? [{ type: 'messages_added' as const, sessionID, messages }] : []),
    ...(moved.length > 0 ? [{ type: 'messages_placed' as const, sessionID, places: moved }] : []),
    { type: 'prefixes_added', sessionID, prefixes: recent.map((digest) => ({ digest, revision })) },
    { type: 'change_recorded', sessionID, change: row },
  ]
}
