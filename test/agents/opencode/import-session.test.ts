import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { importSession } from '../../../src/agents/opencode/import-session.ts'
import type { StoredRow } from '../../../src/agents/opencode/stored-rows.ts'

const columns = {
  project: 'id, worktree, vcs, time_created, time_updated, sandboxes',
  session: 'id, project_id, parent_id, slug, directory, title, version, summary_files, time_created, time_updated',
  message: 'id, session_id, time_created, time_updated, data',
  part: 'id, message_id, session_id, time_created, time_updated, data',
}
const rowOf = (id: string, timeCreated: number, value: object, messageId = ''): StoredRow => {
  const text = JSON.stringify({ id, sessionID: 's', ...(messageId !== '' && { messageID: messageId }), ...value })
  return { id, messageId, timeCreated, timeUpdated: timeCreated, text }
}

test('a session that is imported loses what it says of itself, or a part is of another time than its message', () => {
  using database = new DatabaseSync(':memory:')
  for (const [table, names] of Object.entries(columns)) database.exec(`CREATE TABLE ${table} (${names})`)
  const time = { created: 5, updated: 9 }
  const messages = [
    rowOf('m1', 5, { role: 'user', time: { created: 5 } }),
    rowOf('m2', 6, { role: 'assistant', time: { created: 6, completed: 8 } }),
  ]
  const parts = [
    rowOf('p1', 0, { type: 'text', text: 'a' }, 'm1'),
    rowOf('p2', 0, { type: 'text', text: 'b' }, 'm2'),
    rowOf('p3', 0, { type: 'text', text: 'c' }, 'gone'),
  ]
  const info = {
    projectID: 'p',
    directory: '/w',
    title: 'T',
    version: '1.1',
    parentID: 'up',
    summary: { files: 2 },
    time,
  }
  importSession(database, {
    id: 's',
    info,
    project: { worktree: '/w', vcs: 'git', time: { created: 1 } },
    messages,
    parts,
  })
  // The project is there by now, and stays as it is.
  importSession(database, { id: 't', info: { projectID: 'p' }, project: { worktree: '/x' }, messages: [], parts: [] })
  const all = (table: string): unknown[] =>
    database
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .map((row) => Object.values(row))
  expect(all('project')).toEqual([['p', '/w', 'git', 1, 1, '[]']])
  expect(all('session')).toEqual([
    ['s', 'p', 'up', 's', '/w', 'T', '1.1', 2, 5, 9],
    ['t', 'p', null, 't', '/', '', '', null, 0, 0],
  ])
  expect(all('message')).toEqual([
    ['m1', 's', 5, 5, '{"role":"user","time":{"created":5}}'],
    ['m2', 's', 6, 8, '{"role":"assistant","time":{"created":6,"completed":8}}'],
  ])
  expect(all('part')).toEqual([
    ['p1', 'm1', 's', 5, 5, '{"type":"text","text":"a"}'],
    ['p2', 'm2', 's', 6, 6, '{"type":"text","text":"b"}'],
    ['p3', 'gone', 's', 0, 0, '{"type":"text","text":"c"}'],
  ])
})
