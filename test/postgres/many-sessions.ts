import { createHash } from 'node:crypto'
import type { Pool } from 'pg'

/** A session with as many messages as there are sessions. */
export const longSession = 'long'

/** The digest by which the conversation of a session is known. */
export const prefixOf = (session: number): string => createHash('sha256').update(`s${session}`).digest('hex')

/**
 * Sessions `s1` to `s<count>` as if agents had worked on each: a conversation, a part, a turn, one that waits, state, a job that is not due yet; and a
 * session of `count` messages. Made by the server, in seconds.
 */
export async function fillWithSessions(pool: Pool, schema: string, count: number): Promise<void> {
  const sessions = `(SELECT n, 's' || n AS session, encode(sha256(('s' || n)::bytea), 'hex') AS digest
    FROM generate_series(1, ${count}) n) rows`
  const long = `generate_series(1, ${count}) n`
  const fills = [
    `heads (session, version) SELECT session, 1 FROM ${sessions}`,
    `heads (session, version) VALUES ('${longSession}', 1)`,
    `sessions SELECT session, 0, 1, 0, 1, digest, 4, NULL, n, n, NULL FROM ${sessions}`,
    `sessions VALUES ('${longSession}', 0, ${count}, 0, ${count}, 'head', ${count + 1}, NULL, 0, 0, NULL)`,
    `messages SELECT session, 1, 1, digest, digest, 1, '{"id":"m","role":"user","createdAt":1}', '{"role":"user","content":"hi"}' FROM ${sessions}`,
    `messages SELECT '${longSession}', n, n, 'digest', NULL, 1, '{"id":"m","role":"user","createdAt":1}', '{"role":"user","content":"hi"}' FROM ${long}`,
    `parts (session, call_id, occurrence, name, status, synthetic) SELECT session, 'call', 1, 'tool', 'completed', false FROM ${sessions}`,
    `turns SELECT session, 2, 't', 'completed', NULL, NULL, NULL, NULL, n, n FROM ${sessions}`,
    `turns SELECT session, 3, 'waits', 'submitted', NULL, NULL, NULL, NULL, n, n FROM ${sessions}`,
    `state SELECT session, 'agent', 'notes', '{}', NULL, n FROM ${sessions}`,
    `jobs (session, turn, payload, due) SELECT session, 'later', '{}', now() + interval '1 day' FROM ${sessions}`,
  ]
  for (const fill of fills) await pool.query(`INSERT INTO ${schema}.${fill}`)
  for (const table of ['heads', 'sessions', 'messages', 'parts', 'turns', 'state', 'jobs'])
    await pool.query(`VACUUM ANALYZE ${schema}.${table}`)
}
