import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { findRollouts } from '../../../src/agents/codex/codex-store.ts'
import { auditSessions } from '../../../src/audit.ts'
import { tempFolder } from '../../files/temp-folder.ts'
import { codexLayout } from './codex-subject.ts'
import { layoutSuite } from './layout-suite.ts'

layoutSuite(codexLayout)

test('a whole rollout beside a headless one is none, a file elsewhere is gone, or what lacks a row comes in another order', async () => {
  const root = tempFolder()
  codexLayout.make(root)
  const [first, second, third] = codexLayout.sessions
  const rollouts = join(root, 'sessions/2026/11/21')
  const name = readdirSync(rollouts).find((each) => each.includes(first!))!
  mkdirSync(join(root, 'archived_sessions'))
  writeFileSync(join(root, 'archived_sessions', name), '{"type":"response_item","payload":{}}\n')
  const database = new DatabaseSync(join(root, 'state_5.sqlite'))
  database.prepare('DELETE FROM threads WHERE id <> ?').run(first!)
  database
    .prepare("INSERT INTO threads (id, rollout_path, title) VALUES ('x', ?, 't')")
    .run(join(root, 'session_index.jsonl'))
  database.close()
  const { items } = await auditSessions({ folder: root, layout: 'codex' })
  expect(items.map(({ session_id, kind }) => [session_id, kind])).toEqual([
    [first, expect.stringMatching(/^(?:diverged|session_twice)$/)],
    [second, 'index_missing_entry'],
    [third, 'index_missing_entry'],
  ])
})

test.each([
  ['empty', ''],
  ['without a line but blank ones', '\n \n'],
  ['torn in its first line', '{"type":"session_meta","payload":{"id":"'],
  ['of another session', '{"type":"session_meta","payload":{"id":"another"}}\n'],
  ['without a record of its beginning', '{"type":"response_item","payload":{}}\n'],
])('a rollout that is %s has its header', async (_, text) => {
  const root = tempFolder()
  codexLayout.make(root)
  const [first] = codexLayout.sessions
  const rollouts = join(root, 'sessions/2026/11/21')
  const name = readdirSync(rollouts).find((each) => each.includes(first!))!
  writeFileSync(join(rollouts, name), text)
  const found = await findRollouts(root)
  expect([...found.keys()].sort()).toEqual([...codexLayout.sessions].sort())
  for (const [id, [rollout]] of found) expect([id, rollout!.header]).toEqual([id, id === first ? 'headless' : 'sound'])
})
