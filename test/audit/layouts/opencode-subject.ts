import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { LayoutSubject } from './layout-subject.ts'

const sessions = ['ses_1', 'ses_2', 'ses_3'] as const

/** The columns of 1.18.33 that an import has to fill, and of 2.0.3 those that are read. */
const schema = `
CREATE TABLE project (id text PRIMARY KEY, worktree text NOT NULL, vcs text, time_created integer NOT NULL,
  time_updated integer NOT NULL, sandboxes text NOT NULL);
CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL REFERENCES project(id) ON DELETE CASCADE, parent_id text,
  slug text NOT NULL, directory text NOT NULL, title text NOT NULL, version text NOT NULL, revert text,
  time_created integer NOT NULL, time_updated integer NOT NULL);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL REFERENCES session(id) ON DELETE CASCADE,
  time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL REFERENCES message(id) ON DELETE CASCADE, session_id text NOT NULL,
  time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE session_message (id text PRIMARY KEY, session_id text NOT NULL, type text NOT NULL, seq integer NOT NULL,
  data text NOT NULL);
INSERT INTO project VALUES ('global', '/', NULL, 1, 1, '[]');`

const model = { providerID: 'anthropic', modelID: 'claude-sonnet-4-5' }
const texts = ['a secret', 'an answer']
const role = (index: number): string => (index % 2 === 0 ? 'user' : 'assistant')
const messageID = (at: number, index: number): string => `msg_${at}${index}`
const messageOf = (at: number, index: number): object => ({
  role: role(index),
  time: { created: index + 1 },
  agent: 'build',
  ...(index % 2 === 0 ? { model } : { parentID: messageID(at, index - 1), ...model, tokens: {} }),
})

function put(root: string, path: string, value: object | string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), typeof value === 'string' ? value : JSON.stringify(value))
}

function putMessage(root: string, at: number, index: number, text: string): void {
  const [id, sessionID] = [messageID(at, index), sessions[at]!]
  put(root, `storage/message/${sessionID}/${id}.json`, { id, sessionID, ...messageOf(at, index) })
  const part = { id: `prt_${at}${index}`, sessionID, messageID: id, type: 'text', text }
  put(root, `storage/part/${id}/prt_${at}${index}.json`, part)
}

function inDatabase(root: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(root, 'opencode.db'))
  work(database)
  database.close()
}

function insertMessage(database: DatabaseSync, at: number, index: number, text: string): void {
  const id = messageID(at, index)
  const created = index + 1
  database
    .prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)')
    .run(id, sessions[at]!, created, created, JSON.stringify(messageOf(at, index)))
  database
    .prepare('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)')
    .run(`prt_${at}${index}`, id, sessions[at]!, created, created, JSON.stringify({ type: 'text', text }))
}

/** The tables of 2.x, with an import of all sessions. */
export function importIntoV2(root: string): void {
  inDatabase(root, (database) => {
    database.exec('CREATE TABLE session_v2 (id text PRIMARY KEY, version text NOT NULL)')
    for (const [at, id] of sessions.entries()) {
      database.prepare('INSERT INTO session_v2 VALUES (?, ?)').run(id, '2.0.3')
      for (const [index, text] of texts.entries()) insertV2(database, at, index, text)
    }
  })
}

function insertV2(database: DatabaseSync, at: number, index: number, text: string): void {
  const data = index % 2 === 0 ? { text } : { content: [{ type: 'text', id: 'x', text }] }
  database
    .prepare('INSERT INTO session_message VALUES (?, ?, ?, ?, ?)')
    .run(messageID(at, index), sessions[at]!, role(index), index, JSON.stringify(data))
}

function makeV1(root: string): { readonly folder: string } {
  inDatabase(root, (database) => database.exec(`PRAGMA journal_mode = WAL; ${schema}`))
  for (const [at, id] of sessions.entries()) {
    const info = {
      id,
      version: '1.1.65',
      projectID: 'global',
      directory: '/w',
      title: 'a secret',
      time: { created: 1, updated: 2 },
    }
    put(root, `storage/session/global/${id}.json`, info)
    for (const [index, text] of texts.entries()) putMessage(root, at, index, text)
    inDatabase(root, (database) => {
      database
        .prepare("INSERT INTO session VALUES (?, 'global', NULL, 'slug', '/w', 'a secret', '1.18.33', NULL, 1, 2)")
        .run(id)
      for (const [index, text] of texts.entries()) insertMessage(database, at, index, text)
    })
  }
  return { folder: root }
}

const deleteRows = (root: string, table: string, at: number): void =>
  inDatabase(root, (database) => {
    database.exec('PRAGMA foreign_keys = ON')
    database.prepare(`DELETE FROM ${table} WHERE id = ?`).run(sessions[at]!)
  })

const setText = (root: string, table: string, id: string, data: string): void =>
  inDatabase(root, (database) => database.prepare(`UPDATE ${table} SET data = ? WHERE id = ?`).run(data, id))

export const opencodeLayout: LayoutSubject = {
  layout: 'opencode',
  sessions,
  make: makeV1,
  faults: [
    {
      name: 'a session that stands in the folders alone',
      finds: 'copy_missing',
      apply: (root, at) => deleteRows(root, 'session', at),
    },
    {
      name: 'folders that an older release went on writing to',
      finds: 'copy_behind',
      unsafe: true,
      apply: (root, at) => putMessage(root, at, 2, 'and more'),
    },
    {
      name: 'two copies that went apart',
      finds: 'diverged',
      unsafe: true,
      apply: (root, at) =>
        setText(root, 'part', `prt_${at}1`, JSON.stringify({ type: 'text', text: 'another answer' })),
    },
    {
      name: 'a row that cannot be read',
      finds: 'malformed_live',
      unsafe: true,
      apply: (root, at) => setText(root, 'part', `prt_${at}1`, '{"type":"te'),
    },
    {
      name: 'a file that cannot be read',
      finds: 'malformed_backup',
      unsafe: true,
      apply: (root, at) => put(root, `storage/message/${sessions[at]}/${messageID(at, 1)}.json`, '{"id":"m'),
    },
    {
      name: 'rows without their session',
      finds: 'unknown_owner',
      unsafe: true,
      whole: true,
      apply: (root) =>
        inDatabase(root, (database) => {
          database.exec('PRAGMA foreign_keys = OFF')
          database.prepare("INSERT INTO message VALUES ('msg_x', 'ses_x', 1, 1, '{}')").run()
        }),
    },
    {
      name: 'messages without their session',
      finds: 'unknown_owner',
      unsafe: true,
      whole: true,
      apply: (root) => put(root, 'storage/message/ses_x/msg_x.json', { id: 'msg_x', sessionID: 'ses_x', role: 'user' }),
    },
    {
      name: 'a database that cannot be read',
      finds: 'malformed_live',
      unsafe: true,
      whole: true,
      apply: (root) => writeFileSync(join(root, 'opencode.db'), 'no database at all'.repeat(400)),
    },
  ],
  heldFile: (root) => join(root, 'opencode.db'),
}

/** The same store after 2.x has imported it: then nothing is written. */
export const opencodeV2Layout: LayoutSubject = {
  ...opencodeLayout,
  make(root) {
    const made = makeV1(root)
    importIntoV2(root)
    return made
  },
  faults: [
    {
      name: 'a session that 2.x has not imported',
      finds: 'copy_missing',
      unsafe: true,
      apply: (root, at) =>
        inDatabase(root, (database) => {
          database.prepare('DELETE FROM session_v2 WHERE id = ?').run(sessions[at]!)
          database.prepare('DELETE FROM session_message WHERE session_id = ?').run(sessions[at]!)
        }),
    },
    {
      name: 'tables that 1.x went on writing to after the import',
      finds: 'copy_behind',
      unsafe: true,
      apply: (root, at) => {
        putMessage(root, at, 2, 'and more')
        inDatabase(root, (database) => insertMessage(database, at, 2, 'and more'))
      },
    },
    {
      name: 'two releases that both went on',
      finds: 'diverged',
      unsafe: true,
      apply: (root, at) => {
        putMessage(root, at, 2, 'and more')
        inDatabase(root, (database) => {
          insertMessage(database, at, 2, 'and more')
          database
            .prepare('INSERT INTO session_message VALUES (?, ?, ?, ?, ?)')
            .run(`msg_v2${at}`, sessions[at]!, 'user', 2, '{"text":"in 2.x"}')
        })
      },
    },
    {
      name: 'an answer that the import has changed',
      finds: 'diverged',
      unsafe: true,
      apply: (root, at) =>
        setText(
          root,
          'session_message',
          messageID(at, 1),
          JSON.stringify({ content: [{ type: 'text', text: 'other' }] }),
        ),
    },
    {
      name: 'a row of 2.x that cannot be read',
      finds: 'malformed_live',
      unsafe: true,
      apply: (root, at) => setText(root, 'session_message', messageID(at, 0), '{"te'),
    },
  ],
}
