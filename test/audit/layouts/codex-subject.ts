import { appendFileSync, copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { LayoutSubject } from './layout-subject.ts'

const sessions = [1, 2, 3].map((each) => `019aa0b1-0000-7000-8000-00000000000${each}`) as [string, string, string]
const timestamp = '2026-11-21T08:00:00.000Z'
const line = (ordinal: number, type: string, payload: object): string =>
  JSON.stringify({ timestamp, ordinal, type, payload })
const said = (role: string, text: string): object => ({
  type: 'message',
  id: `msg_${role}_${text.replaceAll(' ', '')}`,
  role,
  content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
})

const pathOf = (root: string, at: number): string =>
  join(root, 'sessions', '2026', '11', '21', `rollout-2026-11-21T08-00-0${at}-${sessions[at]}.jsonl`)
const archivePathOf = (root: string, at: number): string =>
  join(root, 'archived_sessions', `rollout-2026-11-21T08-00-0${at}-${sessions[at]}.jsonl`)

function rollout(at: number, ...texts: string[]): string {
  const header = { id: sessions[at], timestamp, cwd: '/w', originator: 'codex_exec', cli_version: '0.169.0' }
  const items = texts.map((text, index) => said(index % 2 === 0 ? 'user' : 'assistant', text))
  const lines = [line(0, 'session_meta', header), ...items.map((item, each) => line(each + 1, 'response_item', item))]
  return `${lines.join('\n')}\n`
}

/** The columns of 0.169 that have no default. */
const schema = `
  CREATE TABLE threads (id TEXT PRIMARY KEY, rollout_path TEXT NOT NULL, title TEXT NOT NULL, name TEXT,
    archived INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE backfill_state (id INTEGER PRIMARY KEY CHECK (id = 1), status TEXT NOT NULL, last_watermark TEXT,
    updated_at INTEGER NOT NULL);
  INSERT INTO backfill_state VALUES (1, 'complete', 'mark', 5);`

function inDatabase(root: string, sql: string, ...values: string[]): void {
  const database = new DatabaseSync(join(root, 'state_5.sqlite'))
  database.prepare(sql).run(...values)
  database.close()
}

export const codexLayout: LayoutSubject = {
  layout: 'codex',
  sessions,
  make(root) {
    const database = new DatabaseSync(join(root, 'state_5.sqlite'))
    database.exec(`PRAGMA journal_mode = WAL; ${schema}`)
    const insert = database.prepare('INSERT INTO threads (id, rollout_path, title, name) VALUES (?, ?, ?, ?)')
    for (const [at, id] of sessions.entries()) {
      mkdirSync(dirname(pathOf(root, at)), { recursive: true })
      // Codex reads past a line that is empty, also in front of the header.
      writeFileSync(pathOf(root, at), `${at === 1 ? '\n' : ''}${rollout(at, 'a secret', 'an answer')}`)
      insert.run(id, pathOf(root, at), 'a secret', 'a name')
    }
    database.close()
    const name = (at: number): string =>
      JSON.stringify({ id: sessions[at], thread_name: 'a name', updated_at: timestamp })
    writeFileSync(join(root, 'session_index.jsonl'), `${name(0)}\n${name(2)}\n`)
    return { folder: root }
  },
  faults: [
    {
      name: 'a thread without a row',
      finds: 'index_missing_entry',
      apply: (root, at) => inDatabase(root, 'DELETE FROM threads WHERE id = ?', sessions[at]!),
    },
    {
      name: 'a row that names a file which is not there',
      finds: 'stale_index',
      apply: (root, at) =>
        inDatabase(root, "UPDATE threads SET rollout_path = '/gone.jsonl' WHERE id = ?", sessions[at]!),
    },
    {
      name: 'a thread that was archived behind the index',
      finds: 'stale_index',
      apply: (root, at) => {
        mkdirSync(join(root, 'archived_sessions'), { recursive: true })
        renameSync(pathOf(root, at), archivePathOf(root, at))
      },
    },
    {
      name: 'an index that is no database',
      finds: 'index_malformed',
      whole: true,
      apply: (root) => writeFileSync(join(root, 'state_5.sqlite'), 'no database at all'.repeat(400)),
    },
    {
      name: 'an index with a page of zeros',
      finds: 'index_malformed',
      whole: true,
      apply: (root) => {
        const bytes = readFileSync(join(root, 'state_5.sqlite'))
        writeFileSync(join(root, 'state_5.sqlite'), bytes.fill(0, 4096, 8192))
      },
    },
    {
      name: 'a torn line among the names',
      finds: 'index_malformed_line',
      whole: true,
      apply: (root) => appendFileSync(join(root, 'session_index.jsonl'), `{"id":"${sessions[0]}","thread_na`),
    },
    {
      name: 'two names on one line',
      finds: 'index_malformed_line',
      whole: true,
      apply: (root) => appendFileSync(join(root, 'session_index.jsonl'), '{"id":"x"}{"id":"y"}\n'),
    },
    {
      name: 'a row without a rollout',
      finds: 'unknown_owner',
      unsafe: true,
      whole: true,
      apply: (root) =>
        inDatabase(
          root,
          'INSERT INTO threads (id, rollout_path, title) VALUES (?, ?, ?)',
          'lost',
          '/gone.jsonl',
          'a secret',
        ),
    },
    {
      name: 'a rollout without its header',
      finds: 'malformed_live',
      unsafe: true,
      apply: (root, at) => writeFileSync(pathOf(root, at), rollout(at, 'a secret').split('\n').slice(1).join('\n')),
    },
    {
      name: 'the same rollout twice',
      finds: 'session_twice',
      unsafe: true,
      apply: (root, at) => {
        mkdirSync(join(root, 'archived_sessions'), { recursive: true })
        copyFileSync(pathOf(root, at), archivePathOf(root, at))
      },
    },
    {
      name: 'two rollouts of one id that went apart',
      finds: 'diverged',
      unsafe: true,
      apply: (root, at) => {
        mkdirSync(join(root, 'archived_sessions'), { recursive: true })
        writeFileSync(archivePathOf(root, at), rollout(at, 'a secret', 'another answer', 'and more'))
      },
    },
  ],
  heldFile: (root) => join(root, 'state_5.sqlite'),
}
