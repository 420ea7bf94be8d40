import { inOrder } from '../rules/places.ts'
import { inStateOrder } from '../rules/state-order.ts'
import { type FactNeeds, type Facts, noFacts, type PartKey } from '../facts.ts'
import type { KnownBeginning } from '../message-store.ts'
import { mostKnown } from '../most-known.ts'
import type { MessageRow, PositionRow, SessionRow } from '../rows.ts'
import { behindKnownOfNewest } from '../rules/behind-known.ts'
import type { KnownPrefix, StoreBackend } from '../store-backend.ts'
import { encodeText } from '../encode-text.ts'
import { byChange } from '../rules/listing-order.ts'
import type { Appends } from './appends.ts'
import {
  parseChange,
  parseCount,
  parseFloor,
  parseKnownPrefix,
  parseLease,
  parseMessage,
  parsePart,
  parsePositions,
  parseReference,
  parseSession,
  parseState,
  parseTurn,
  parseNamedState,
  parsePendingTurn,
} from './parse-rows.ts'
import type { Statements } from './statements.ts'

const PLACED = 'SELECT * FROM messages WHERE session = ? AND place IS NOT NULL'

/** Three JSON lists in place of one row per message: for a long session this takes less than half the time. */
const LISTS = `
  SELECT json_group_array(key) AS key, json_group_array(place) AS place, json_group_array(content_digest) AS content_digest`

const KEYS = `${LISTS} FROM messages WHERE session = ?`

const NEWEST_KEYS = `${LISTS} FROM (
    SELECT key, place, content_digest FROM messages WHERE session = ? AND place IS NOT NULL ORDER BY key DESC LIMIT ?
  )`

const CHANGES = 'SELECT * FROM changes WHERE session = ? ORDER BY revision'

const EDITED_CHANGES = `SELECT * FROM changes WHERE session = ? AND kind <> 'replace' ORDER BY revision`

const NEWEST_PART = 'SELECT * FROM parts WHERE session = ? AND call_id = ? ORDER BY occurrence DESC LIMIT 1'

const PART = 'SELECT * FROM parts WHERE session = ? AND call_id = ? AND occurrence = ?'

const PENDING = `
  SELECT * FROM turns WHERE state NOT IN ('completed', 'interrupted') ORDER BY created_at, session, key LIMIT ?`

const LIVING = 'SELECT * FROM sessions WHERE removed_at IS NULL AND id = ?'

const NEWEST = 'SELECT * FROM sessions WHERE removed_at IS NULL ORDER BY updated_at DESC, id LIMIT ?'

const NEAREST = `ORDER BY s.head = ?1 DESC, s.updated_at DESC, s.rowid DESC`

const PREFIXES = `
      SELECT session, key, NULL AS known_at FROM messages WHERE prefix = ?1
      UNION ALL SELECT session, NULL, revision FROM prefixes WHERE digest = ?1
      UNION ALL SELECT session, NULL, NULL FROM changes WHERE former_head = ?1`

const KNOWN_AT =
  'SELECT coalesce(n.known_at, (SELECT revision FROM messages WHERE session = s.id AND key = n.key)) AS known_at, s.*'

/** The nearest are chosen by indexes alone, and only their message rows are read: a thousand forks may share a digest. */
const KNOWN = `
  ${KNOWN_AT} FROM (
    SELECT p.key, p.known_at, s.rowid AS id
    FROM (${PREFIXES}) p JOIN sessions s ON s.id = p.session ${NEAREST} LIMIT ${mostKnown}
  ) n JOIN sessions s ON s.rowid = n.id ${NEAREST}`

/** The same when rows of `appends` (?2: ends with the digest, ?3: newest per session) affect which are nearest. */
const KNOWN_AMONG_MANY = `
  ${KNOWN_AT} FROM (
    SELECT p.key, p.known_at, s.rowid AS id, coalesce(l.head, s.head) = ?1 AS ends_there,
      coalesce(l.updated_at, s.updated_at) AS changed_at
    FROM (${PREFIXES}
      UNION ALL SELECT value ->> 0, NULL, value ->> 1 FROM json_each(?2)
    ) p JOIN sessions s ON s.id = p.session LEFT JOIN (
      SELECT value ->> 0 AS session, value ->> 1 AS head, value ->> 2 AS updated_at FROM json_each(?3)
    ) l ON l.session = s.id
    ORDER BY ends_there DESC, changed_at DESC, s.rowid DESC LIMIT ${mostKnown}
  ) n JOIN sessions s ON s.rowid = n.id ORDER BY n.ends_there DESC, n.changed_at DESC, s.rowid DESC`

const KNOWN_LATELY = 'SELECT ?1 AS known_at, * FROM sessions WHERE id = ?2'

/** Loads the facts; `known` is the session's row if the connection has it already (`OwnSessions`). */
export function loadFromSqlite(sql: Statements, appends: Appends, needs: FactNeeds, known?: SessionRow): Facts {
  const id = encodeText(needs.sessionID)
  const one = <T>(parse: (row: unknown) => T, text: string, ...values: (string | number)[]): T | null => {
    const row = sql.get(text, ...values)
    return row === undefined ? null : parse(row)
  }
  const all = <T>(parse: (row: unknown) => T, text: string, ...values: (string | number)[]): T[] =>
    sql.all(text, id, ...values).map(parse)
  const { parts, state, attempt, turn } = needs
  const session = known ?? one((row) => appends.over(parseSession(row)), 'SELECT * FROM sessions WHERE id = ?', id)
  const isSome = Array.isArray(needs.contents) && needs.contents.length > 0
  const positions = needs.positions || isSome ? positionRows(sql, id, session, needs.positions || true) : []
  return {
    ...noFacts,
    session,
    // Only a new session or a new lease needs the floors.
    ...((!session?.revision || needs.lease) && { floors: floors(sql) }),
    ...(needs.lease && { lease: one(parseLease, 'SELECT * FROM leases WHERE session = ?', id) }),
    ...(needs.positions && { positions }),
    ...(needs.contents && { contents: contents(sql, appends, id, needs.contents, positions) }),
    ...(needs.changes && { changes: all(parseChange, needs.changes === true ? CHANGES : EDITED_CHANGES) }),
    ...(parts && { parts: partRows(sql, id, parts).map(parsePart) }),
    ...(turn !== undefined && {
      turn: one(parseTurn, 'SELECT * FROM turns WHERE session = ? AND turn_id = ?', id, encodeText(turn)),
    }),
    ...(needs.turns && { turns: all(parseTurn, 'SELECT * FROM turns WHERE session = ? ORDER BY key') }),
    ...(state && {
      state: one(
        parseState,
        'SELECT * FROM state WHERE session = ? AND owner = ? AND key = ?',
        id,
        encodeText(state.owner),
        encodeText(state.key),
      ),
    }),
    ...(needs.states && { states: inStateOrder(all(parseState, 'SELECT * FROM state WHERE session = ?')) }),
    ...(attempt && {
      isAttempted:
        sql.get(
          'SELECT 1 FROM attempts WHERE session = ? AND fingerprint = ? AND rung = ?',
          id,
          encodeText(attempt.fingerprint),
          encodeText(attempt.rung),
        ) !== undefined,
    }),
  }
}

function positionRows(
  sql: Statements,
  id: string,
  session: SessionRow | null,
  wanted: true | KnownBeginning,
): PositionRow[] {
  if (wanted !== true && session !== null) {
    // Mostly the rows added last are the last of the conversation; if a repair has moved one of them, all are read.
    const newest = parsePositions(sql.get(NEWEST_KEYS, id, Math.max(0, session.count - wanted.length)))
    if (behindKnownOfNewest(session, wanted, newest)) return newest
  }
  return parsePositions(sql.get(KEYS, id))
}

function floors(sql: Statements): Facts['floors'] {
  const values = new Map(sql.all('SELECT name, value FROM floors').map(parseFloor))
  return { revision: values.get('revision')!, token: values.get('token')! }
}

function contents(
  sql: Statements,
  appends: Appends,
  id: string,
  wanted: 'all' | readonly number[],
  positions: readonly PositionRow[],
): MessageRow[] {
  if (wanted === 'all') {
    return inOrder([...sql.all(PLACED, id), ...appends.rowsOf(sql, id)].map(parseMessage))
  }
  const order = inOrder(positions)
  return wanted.flatMap((index) => {
    const position = order[index]
    if (position === undefined) return []
    return [parseMessage(sql.get('SELECT * FROM messages WHERE session = ? AND key = ?', id, position.key))]
  })
}

function partRows(sql: Statements, id: string, wanted: 'all' | readonly PartKey[]): unknown[] {
  if (wanted === 'all') return sql.all('SELECT * FROM parts WHERE session = ? ORDER BY key', id)
  const different = new Map(wanted.map((key) => [JSON.stringify([key.callId, key.occurrence]), key]))
  return [...different.values()].flatMap(({ callId, occurrence }) =>
    occurrence === undefined
      ? sql.all(NEWEST_PART, id, encodeText(callId))
      : sql.all(PART, id, encodeText(callId), occurrence),
  )
}

type Listings = {
  readonly [Name in 'sessions' | 'newest' | 'pendingTurns' | 'statesNamed' | 'reference' | 'prefixes']: (
    sql: Statements,
    appends: Appends,
    ...values: Parameters<Required<StoreBackend>[Name]>
  ) => Awaited<ReturnType<Required<StoreBackend>[Name]>>
}

/** Reads over all sessions. */
export const listings: Listings = {
  sessions(sql, appends) {
    const counts = new Map(
      sql.all('SELECT session AS id, count(*) AS value FROM parts GROUP BY session').map(parseCount),
    )
    return sql
      .all('SELECT * FROM sessions WHERE removed_at IS NULL')
      .map((row) => appends.over(parseSession(row)))
      .map((session) => ({ session, partCount: counts.get(session.sessionID) ?? 0 }))
  },
  newest(sql, appends, limit) {
    const count = (rows: string, id: string): number =>
      parseCount(sql.get(`SELECT ?1 AS id, count(*) AS value FROM ${rows}`, id))[1]
    // Sessions with rows in `appends` are read too: the order of their own rows is out of date.
    const appended = appends.sessions
    const rows = [...sql.all(NEWEST, limit + appended.length), ...appended.flatMap((id) => sql.all(LIVING, id))]
    const byID = new Map(rows.map((row) => appends.over(parseSession(row))).map((row) => [row.sessionID, row]))
    const sessions = [...byID.values()].sort(byChange).slice(0, limit)
    return {
      total: count('sessions WHERE removed_at IS NULL', ''),
      sessions: sessions.map((session) => ({
        session,
        partCount: count('parts WHERE session = ?1', encodeText(session.sessionID)),
      })),
    }
  },
  // In SQLite a negative limit means no limit.
  pendingTurns: (sql, _appends, limit = -1) => sql.all(PENDING, limit).map(parsePendingTurn),
  statesNamed: (sql, _appends, owner, key) =>
    sql.all('SELECT * FROM state WHERE owner = ? AND key = ?', encodeText(owner), encodeText(key)).map(parseNamedState),
  reference(sql, _appends, id) {
    const row = sql.get('SELECT session FROM response_references WHERE id = ?', encodeText(id))
    return row === undefined ? null : parseReference(row)
  },
  prefixes: (sql, appends, digests) =>
    digests.flatMap((digest) =>
      knownRows(sql, appends, digest).map((row): KnownPrefix => {
        const { session: own, revision } = parseKnownPrefix(row)
        const session = appends.over(own)
        const later = 'SELECT * FROM changes WHERE session = ? AND revision > ? ORDER BY revision'
        const changes =
          revision === null ? [] : sql.all(later, encodeText(session.sessionID), revision).map(parseChange)
        return { digest, session, revision, changes }
      }),
    ),
}

/** The rows of the sessions that know a digest; if there are too many, the nearest, in that order. */
function knownRows(sql: Statements, appends: Appends, digest: string): unknown[] {
  const rows = sql.all(KNOWN, digest)
  if (appends.isEmpty) return rows
  const lately = appends.endingWith(digest)
  if (rows.length + lately.length < mostKnown)
    return [...rows, ...lately.flatMap(({ session, revision }) => sql.all(KNOWN_LATELY, revision, session))]
  const ends = lately.map(({ session, revision }) => [session, revision])
  const newest = appends.newest().map(({ session, head, updatedAt }) => [session, head, updatedAt])
  return sql.all(KNOWN_AMONG_MANY, digest, JSON.stringify(ends), JSON.stringify(newest))
}
