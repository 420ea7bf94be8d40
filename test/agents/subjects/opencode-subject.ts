import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { opencode } from '../../../src/agents/opencode/opencode.ts'
import type { AgentUnderTest, Damage } from '../../../src/testing/contracts/agent-cases/agent-under-test.ts'
import type { Edit } from '../../../src/transcript/edit.ts'
import type { Line } from './store-lines.ts'

export const opencodeId = 'ses_e02af03a0ffeyeF0R2kI6jQecx'
const shared = { because: [], loss: 'none' } as const
const time = { start: 1, end: 2 }
const model = { providerID: 'anthropic', modelID: 'claude-sonnet-4-5' }

const schema = `
CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, directory text NOT NULL, title text NOT NULL,
  version text NOT NULL, revert text, time_created integer NOT NULL, time_updated integer NOT NULL);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL REFERENCES session(id) ON DELETE CASCADE,
  time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL REFERENCES message(id) ON DELETE CASCADE, session_id text NOT NULL,
  time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE event_sequence (aggregate_id text PRIMARY KEY, seq integer NOT NULL, owner_id text);
CREATE TABLE event (id text PRIMARY KEY, aggregate_id text NOT NULL, seq integer NOT NULL, type text NOT NULL, data text NOT NULL);`

export const assistantData = (more: Line = {}): Line => ({
  parentID: 'msg_1',
  role: 'assistant',
  mode: 'build',
  agent: 'build',
  path: { cwd: '/w', root: '/w' },
  cost: 0,
  tokens: { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } },
  ...model,
  time: { created: 2, completed: 3 },
  finish: 'stop',
  ...more,
})
export const toolPart = (state: unknown, callID = 'toolu_1'): Line => ({ type: 'tool', tool: 'bash', callID, state })
export const completed: Line = {
  status: 'completed',
  input: { command: 'ls' },
  output: 'a.txt',
  title: 'ls',
  metadata: {},
  time,
}

export const opencodeRows: Readonly<Record<'message' | 'part', Readonly<Record<string, readonly [string, Line]>>>> = {
  message: {
    msg_1: ['', { role: 'user', time: { created: 1 }, agent: 'build', model }],
    msg_2: ['', assistantData({ finish: 'tool-calls' })],
    msg_3: ['', assistantData()],
  },
  part: {
    prt_1: ['msg_1', { type: 'text', text: 'the secret' }],
    prt_2: ['msg_2', { type: 'step-start' }],
    prt_3: ['msg_2', { type: 'reasoning', text: 'Hm.', time, metadata: { anthropic: { signature: 'Es' } } }],
    prt_4: ['msg_2', { type: 'text', text: 'Look.', time }],
    prt_5: ['msg_2', toolPart(completed)],
    prt_6: ['msg_2', { type: 'step-finish', reason: 'tool-calls', tokens: {}, cost: 0 }],
    prt_7: ['msg_3', { type: 'step-start' }],
    prt_8: ['msg_3', { type: 'text', text: 'Done.', time }],
  },
}

/** Stores a session as opencode 1.18 does; the log stays beside the database, as after `kill -9`. */
export function storeOpencode(home: string): string {
  const folder = join(home, '.local', 'share', 'opencode')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'opencode.db')
  change(path, (database) => {
    database.exec(`PRAGMA journal_mode = WAL; ${schema}`)
    database
      .prepare('INSERT INTO session VALUES (?, ?, NULL, ?, ?, ?, NULL, 1, 2)')
      .run(opencodeId, 'global', '/w', 'title', '1.18.33')
    for (const [id, [, data]] of Object.entries(opencodeRows.message))
      database
        .prepare('INSERT INTO message VALUES (?, ?, ?, 2, ?)')
        .run(id, opencodeId, Number(id.slice(4)), JSON.stringify(data))
    for (const [id, [message, data]] of Object.entries(opencodeRows.part))
      database.prepare('INSERT INTO part VALUES (?, ?, ?, 1, 2, ?)').run(id, message, opencodeId, JSON.stringify(data))
  })
  return path
}

export function change(path: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(path)
  try {
    work(database)
  } finally {
    database.close()
  }
}

/** Every row of every table, with what SQLite calls each value and its bytes. */
export function rowsOf(path: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const tables = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`).all()
    return tables.map(({ name }) => {
      const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all(String(name))
      const wanted = columns.map((column) => `quote("${column['name']}") || hex("${column['name']}")`)
      return [name, database.prepare(`SELECT ${wanted.join(', ')} FROM "${name}" ORDER BY 1`).all()]
    })
  } finally {
    database.close()
  }
}

export const setData = (path: string, table: string, id: string, data: string): void =>
  change(path, (database) => database.prepare(`UPDATE ${table} SET data = ? WHERE id = ?`).run(data, id))

/** Every row torn at every byte, dropped, and duplicated. */
function rowDamages(): readonly Damage[] {
  const damages: Damage[] = []
  for (const table of ['message', 'part'] as const)
    for (const [id, [message, data]] of Object.entries(opencodeRows[table])) {
      const text = JSON.stringify(data)
      // The database is opened and backed up for each: a step that visits every kind of place, and all cuts in the tool part.
      for (let at = 0; at < text.length; at += id === 'prt_5' ? 3 : 17)
        damages.push({ what: `${id} torn at ${at}`, apply: (path) => setData(path, table, id, text.slice(0, at)) })
      damages.push({
        what: `${id} dropped`,
        apply: (path) => change(path, (database) => database.exec(`DELETE FROM ${table} WHERE id = '${id}'`)),
      })
      if (table === 'part')
        damages.push({
          what: `${id} twice`,
          apply: (path) =>
            change(path, (database) =>
              database.prepare('INSERT INTO part VALUES (?, ?, ?, 1, 2, ?)').run(`${id}0`, message, opencodeId, text),
            ),
        })
    }
  return damages
}

const call = { type: 'tool_use', id: 'toolu_1', name: 'bash', input: { command: 'ls' } }
const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'Es' }
const look = { type: 'text', text: 'Look.' }
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'a.txt' }
const spoken = { role: 'assistant', content: [thinking, look, call] }
const answered = { role: 'user', content: [result] }
const closing = { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] }

const edits: Edit[] = [
  {
    op: 'replace',
    index: 1,
    before: spoken,
    after: { role: 'assistant', content: [look, { ...call, input: { command: 'ls .' } }] },
    ...shared,
  },
  {
    op: 'replace',
    index: 2,
    before: answered,
    after: { role: 'user', content: [{ ...result, content: 'b.txt' }] },
    ...shared,
  },
  {
    op: 'replace',
    index: 3,
    before: closing,
    after: { role: 'assistant', content: [...closing.content, { type: 'text', text: 'All.' }] },
    ...shared,
  },
  { op: 'insert', index: 4, after: { role: 'user', content: [{ type: 'text', text: 'Go on.' }] }, ...shared },
]

export const opencodeMessages: readonly unknown[] = [
  { role: 'user', content: [{ type: 'text', text: 'the secret' }] },
  spoken,
  answered,
  closing,
]

/** A turn of the user behind {@link opencodeMessages}. */
export const nextTurn: Edit = {
  op: 'insert',
  index: 4,
  after: { role: 'user', content: [{ type: 'text', text: 'Go on.' }] },
  because: [],
  loss: 'none',
}

export const opencodeSubject: AgentUnderTest = {
  agent: opencode,
  format: 'anthropic-messages',
  secret: 'secret',
  // Edits of a list that was read keep the identity of blocks; these were built by hand and are equal only.
  messages: opencodeMessages,
  edits,
  store: (home) => ({ id: opencodeId, path: storeOpencode(home), environment: { home, env: {} } }),
  damages: rowDamages,
  date: (path, at) =>
    change(path, (database) => {
      for (const table of ['session', 'message', 'part'])
        database.prepare(`UPDATE ${table} SET time_updated = ?`).run(at.getTime())
    }),
  contentOf: rowsOf,
  makeUnknown: (path) => change(path, (database) => database.exec(`UPDATE session SET version = '9.0.0'`)),
}
