import { decodeText, encodeText } from '../encode-text.ts'
import { mostKnown } from '../most-known.ts'
import type { SessionRow } from '../rows.ts'
import type { KnownPrefix, StoreBackend } from '../store-backend.ts'
import { changeColumns, columnList, fromColumns, sessionColumns, stateColumns, turnColumns } from './columns.ts'
import type { Connection } from './connection.ts'

type Listings = Required<
  Pick<StoreBackend, 'sessions' | 'newest' | 'pendingTurns' | 'statesNamed' | 'prefixes' | 'reference'>
>

/** The reads over all sessions; one statement each. */
export function postgresListings(connection: Connection, schema: string): Listings {
  const rowsOf = async (text: string, ...values: unknown[]): Promise<ReadonlyMap<string, unknown>[]> =>
    (await connection.query({ text, values })).rows.map((row) => new Map<string, unknown>(Object.entries(Object(row))))
  const session = (row: ReadonlyMap<string, unknown>): SessionRow => fromColumns(sessionColumns, row.get('session'))

  return {
    async sessions() {
      const rows = await rowsOf(`
        SELECT row_to_json(s) AS session, coalesce(p.parts, 0)::float8 AS parts
        FROM ${schema}.sessions s
        LEFT JOIN (SELECT session, count(*) AS parts FROM ${schema}.parts GROUP BY session) p USING (session)
        WHERE s.removed_at IS NULL`)
      return rows.map((row) => ({ session: session(row), partCount: Number(row.get('parts')) }))
    },
    async newest(limit) {
      const rows = await rowsOf(
        `SELECT n.total, row_to_json(s) AS session, p.parts
        FROM (SELECT count(*)::float8 AS total FROM ${schema}.sessions WHERE removed_at IS NULL) n
        LEFT JOIN LATERAL (
          SELECT * FROM ${schema}.sessions WHERE removed_at IS NULL
          ORDER BY updated_at DESC, session COLLATE "C" LIMIT $1
        ) s ON true
        LEFT JOIN LATERAL (
          SELECT count(*)::float8 AS parts FROM ${schema}.parts WHERE parts.session = s.session
        ) p ON true`,
        limit,
      )
      const found = rows.filter((row) => row.get('session') !== null)
      return {
        total: Number(rows[0]?.get('total')),
        sessions: found.map((row) => ({ session: session(row), partCount: Number(row.get('parts')) })),
      }
    },
    async pendingTurns(limit) {
      const rows = await rowsOf(
        `SELECT t.session, row_to_json(t) AS turn FROM ${schema}.turns t
        WHERE t.state NOT IN ('completed', 'interrupted')
        ORDER BY t.created_at, t.session COLLATE "C", t.key LIMIT $1`,
        limit ?? null,
      )
      return rows.map((row) => ({
        sessionID: decodeText(String(row.get('session'))),
        turn: fromColumns(turnColumns, row.get('turn')),
      }))
    },
    // Only the rows of the nearest sessions are read as a whole: a thousand forks may share a digest.
    async prefixes(digests) {
      const rows = await rowsOf(
        `SELECT d.digest, known.revision::float8 AS revision, later.changes,
          (SELECT row_to_json(s) FROM ${schema}.sessions s WHERE s.session = known.session) AS session
        FROM unnest($1::text[]) WITH ORDINALITY AS d (digest, n)
        CROSS JOIN LATERAL (
          SELECT session, p.revision FROM (
            SELECT session, revision FROM ${schema}.messages WHERE prefix = d.digest
            UNION ALL SELECT session, revision FROM ${schema}.prefixes WHERE digest = d.digest
            UNION ALL SELECT session, NULL FROM ${schema}.changes WHERE former_head = d.digest
          ) p JOIN ${schema}.sessions s USING (session)
          ORDER BY s.head = d.digest DESC, s.updated_at DESC LIMIT ${mostKnown}
        ) known
        CROSS JOIN LATERAL (
          SELECT coalesce(json_agg(c ORDER BY c.revision), '[]') AS changes
          FROM (SELECT ${columnList(changeColumns)} FROM ${schema}.changes
            WHERE session = known.session AND revision > known.revision) c
        ) later
        ORDER BY d.n`,
        digests,
      )
      return rows.map((row): KnownPrefix => {
        const revision = row.get('revision')
        const changes = row.get('changes')
        return {
          digest: String(row.get('digest')),
          session: session(row),
          revision: typeof revision === 'number' ? revision : null,
          changes: Array.isArray(changes) ? changes.map((change) => fromColumns(changeColumns, change)) : [],
        }
      })
    },
    async statesNamed(owner, key) {
      const rows = await rowsOf(
        `SELECT s.session, row_to_json(s) AS state FROM ${schema}.state s
        WHERE s.owner = $1 AND s.key = $2`,
        encodeText(owner),
        encodeText(key),
      )
      return rows.map((row) => ({
        sessionID: decodeText(String(row.get('session'))),
        state: fromColumns(stateColumns, row.get('state')),
      }))
    },
    async reference(id) {
      const [row] = await rowsOf(`SELECT session FROM ${schema}.response_references WHERE id = $1`, encodeText(id))
      return row === undefined ? null : decodeText(String(row.get('session')))
    },
  }
}
