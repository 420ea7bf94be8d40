import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { SessionRef } from '../../agent.ts'
import type { LastEvent } from '../restore-row.ts'
import type { ReadSession } from '../row-store.ts'
import { soundRows } from '../sound-rows.ts'
import type { SessionActivity } from './is-at-work.ts'
import { objectOf, parseRow, stringOf, type StoredRow, type StoredSession } from '../stored-rows.ts'
import { textOf } from '../../../json/text-of.ts'

type Row = Record<string, unknown>

const number = (value: unknown): number => (typeof value === 'number' ? value : 0)

function storedRow(row: Row): StoredRow {
  return {
    id: textOf(row['id']),
    messageId: textOf(row['message_id'] ?? row['id']),
    timeCreated: number(row['time_created']),
    timeUpdated: number(row['time_updated']),
    text: textOf(row['data']),
  }
}

/** All sessions of the database, newest first. */
export function listSessions(database: DatabaseSync, path: string): SessionRef[] {
  const rows = database
    .prepare(
      `SELECT id, parent_id, directory, time_updated,
        (SELECT coalesce(sum(length(data)), 0) FROM part WHERE session_id = session.id) AS size
       FROM session ORDER BY time_updated DESC, id`,
    )
    .all()
  return rows.map((row: Row) => ({
    agent: 'opencode',
    id: textOf(row['id']),
    path,
    ...(typeof row['parent_id'] === 'string' && { parentId: row['parent_id'] }),
    ...(typeof row['directory'] === 'string' && { project: basename(row['directory']) }),
    sizeBytes: number(row['size']),
    modifiedMs: number(row['time_updated']),
  }))
}

/** The last event of each row. The log is only read: it is opencode's own record of what happened. */
function lastEvents(database: DatabaseSync, sessionId: string): LastEvent {
  let last: Map<string, Record<string, unknown>> | undefined
  const load = (): Map<string, Record<string, unknown>> => {
    const found = new Map<string, Record<string, unknown>>()
    const rows = database
      .prepare(
        `SELECT data FROM event WHERE aggregate_id = ?
         AND (type LIKE 'message.updated%' OR type LIKE 'message.part.updated%') ORDER BY seq`,
      )
      .all(sessionId)
    for (const row of rows) {
      const data = parseRow({ text: textOf(row['data']) })
      const {
        id,
        sessionID: _session,
        messageID: _message,
        ...value
      } = objectOf(data, 'part') ?? objectOf(data, 'info') ?? {}
      if (typeof id === 'string') found.set(id, value)
    }
    return found
  }
  return (id) => {
    try {
      last ??= load()
    } catch {
      // A release without an event log: nothing is known.
      last = new Map()
    }
    return last.get(id)
  }
}

/** The signs in a session's rows that a program is at work in it. */
export function lastActivity(database: DatabaseSync, id: string): SessionActivity {
  const written: Row =
    database
      .prepare(
        `SELECT max(coalesce((SELECT max(time_updated) FROM part WHERE session_id = ?1), 0),
                    coalesce((SELECT max(time_updated) FROM message WHERE session_id = ?1), 0)) AS ms`,
      )
      .get(id) ?? {}
  const last: Row =
    database
      .prepare(
        `SELECT data, EXISTS (SELECT 1 FROM part WHERE message_id = message.id AND data LIKE '%"status":"running"%') AS runs
         FROM message WHERE session_id = ? ORDER BY time_created DESC, id DESC LIMIT 1`,
      )
      .get(id) ?? {}
  const message = parseRow({ text: textOf(last['data']) })
  const isAnswering = message?.['role'] === 'assistant' && objectOf(message, 'time')?.['completed'] === undefined
  const waitsFor = last['runs'] === 1 ? 'tool' : 'model'
  return { writtenMs: number(written['ms']), waitsFor: isAnswering ? waitsFor : undefined }
}

/** Reads one session in opencode's order. */
export function readSession(database: DatabaseSync, id: string): ReadSession {
  const row: Row = database.prepare('SELECT version, directory, revert FROM session WHERE id = ?').get(id) ?? {}
  const messages = database
    .prepare('SELECT id, time_created, time_updated, data FROM message WHERE session_id = ? ORDER BY time_created, id')
    .all(id)
  const parts = database
    .prepare('SELECT id, message_id, time_created, time_updated, data FROM part WHERE session_id = ? ORDER BY id')
    .all(id)
  const session: StoredSession = {
    id,
    version: stringOf(row, 'version'),
    directory: stringOf(row, 'directory'),
    revert: parseRow({ text: textOf(row['revert']) }),
    messages: messages.map(storedRow),
    parts: parts.map(storedRow),
  }
  return { session, sound: soundRows(session, lastEvents(database, id)) }
}
