import type { NewMessage } from '../message-store.ts'
import { chainDigest } from '../prefix-digests.ts'
import { StoreError } from '../store-error.ts'
import type { ChangeRow, PositionRow, RowEdit, SessionRow, StoreRows } from '../store-rows.ts'
import { toMessageRows } from './message-rows.ts'

/** The session, or the one that is about to be created. */
function sessionOrNew(rows: StoreRows, sessionID: string, now: number): SessionRow {
  return rows.session(sessionID) ?? { sessionID, revision: 0, count: 0, head: '', createdAt: now, updatedAt: now }
}

/** Lets parts, attempts and meta be stored before the first message. */
export function ensureSession(rows: StoreRows, sessionID: string, now: number): void {
  if (rows.session(sessionID) === undefined) rows.saveSession(sessionOrNew(rows, sessionID, now))
}

export function expectRevision(session: SessionRow, expect: number | undefined): void {
  if (expect === undefined || session.revision === expect) return
  throw new StoreError({
    code: 'stale_revision',
    message: `Session ${JSON.stringify(session.sessionID)} is at revision ${session.revision}, not ${expect}.`,
    sessionID: session.sessionID,
    revision: session.revision,
  })
}

/** Never one that another session of the same id had before it was removed: its old `expect` must stay stale. */
export function nextRevision(rows: StoreRows, session: SessionRow): number {
  return (session.revision === 0 ? rows.revisionFloor() : session.revision) + 1
}

/** Puts message rows behind a prefix: their digests continue its chain, so the cost is that of the new tail. */
export function placeTail(
  rows: StoreRows,
  session: SessionRow,
  from: number,
  tail: readonly Pick<PositionRow, 'key' | 'contentDigest'>[],
  change: { readonly revision: number; readonly now: number },
): void {
  let digest =
    from === 0 ? '' : from === session.count ? session.head : rows.positions(session.sessionID, from - 1)[0]!.digest
  const positions = tail.map(({ key, contentDigest }) => {
    digest = chainDigest(digest, contentDigest)
    return { key, contentDigest, digest }
  })
  rows.setPositions(session.sessionID, from, positions)
  rows.saveSession({
    ...session,
    revision: change.revision,
    count: from + tail.length,
    head: digest,
    updatedAt: change.now,
  })
}

export function appendMessages(
  rows: StoreRows,
  sessionID: string,
  messages: readonly NewMessage[],
  expect: number | undefined,
  now: number,
): number {
  const session = sessionOrNew(rows, sessionID, now)
  expectRevision(session, expect)
  if (messages.length === 0) return session.revision
  const revision = nextRevision(rows, session)
  const added = toMessageRows(messages, `m${revision}`, now)
  ensureSession(rows, sessionID, now)
  const keys = rows.addMessages(sessionID, added)
  const tail = added.map(({ contentDigest }, index) => ({ key: keys[index]!, contentDigest }))
  placeTail(rows, session, session.count, tail, { revision, now })
  return revision
}

/** Adopts a history. Messages that are already there, up to the first difference, are left alone. */
export function replaceMessages(
  rows: StoreRows,
  sessionID: string,
  messages: readonly NewMessage[],
  expect: number,
  now: number,
): number {
  const session = sessionOrNew(rows, sessionID, now)
  expectRevision(session, expect)
  const revision = nextRevision(rows, session)
  const given = toMessageRows(messages, `m${revision}`, now)
  const former = rows.positions(sessionID, 0)
  const isSame = (index: number): boolean => {
    const key = former[index]?.key
    // Digests leave out cache hints, so equal digests alone would keep old bytes for new ones.
    return (
      key !== undefined &&
      former[index]!.contentDigest === given[index]?.contentDigest &&
      rows.message(sessionID, key).raw === given[index]!.raw
    )
  }
  let from = 0
  while (isSame(from)) from += 1
  if (from === given.length && from === former.length) return session.revision
  ensureSession(rows, sessionID, now)
  const added = given.slice(from)
  const keys = rows.addMessages(sessionID, added)
  placeTail(
    rows,
    session,
    from,
    added.map(({ contentDigest }, index) => ({ key: keys[index]!, contentDigest })),
    {
      revision,
      now,
    },
  )
  if (from === former.length) return revision
  rows.addChange(sessionID, changeRow({ revision, kind: 'replace', from, formerHead: session.head, createdAt: now }))
  rows.dropMessages(
    sessionID,
    former.slice(from).map(({ key }) => key),
  )
  return revision
}

export function changeRow(
  change: Pick<ChangeRow, 'revision' | 'kind' | 'from' | 'formerHead' | 'createdAt'> & {
    readonly undoes?: number
    readonly meta?: string | null
    readonly edits?: readonly RowEdit[]
  },
): ChangeRow {
  return { undoes: null, undoneBy: null, meta: null, edits: [], ...change }
}
