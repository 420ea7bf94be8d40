import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPickerIndex } from '../../../src/agents/claude-code/picker-index.ts'
import { nodeFs } from '../../../src/files/node-fs.ts'
import { repairSafe } from '../../../src/audit.ts'
import { tempFolder } from '../../files/temp-folder.ts'
import { claudeCodeLayout } from './claude-code-subject.ts'
import { treeOf } from './layout-subject.ts'
import { layoutSuite } from './layout-suite.ts'

layoutSuite(claudeCodeLayout)

test('a store is written to while Claude Code says that it is at work, or never again after it died', async () => {
  const root = join(tempFolder(), 'store')
  mkdirSync(join(root, 'sessions'), { recursive: true })
  const place = await claudeCodeLayout.make(root)
  await claudeCodeLayout.faults[0]!.apply(root, 0)
  const repair = (): ReturnType<typeof repairSafe> =>
    repairSafe({ ...place, layout: 'claude-code', apply: true, backups: { folder: join(root, '..', 'backups') } })
  const sign = join(root, 'sessions', `${process.pid}.json`)
  writeFileSync(sign, JSON.stringify({ pid: process.pid, sessionId: claudeCodeLayout.sessions[2] }))
  const before = treeOf(root)
  await expect(repair()).rejects.toMatchObject({ code: 'live', path: sign })
  expect(treeOf(root)).toEqual(before)
  writeFileSync(sign, JSON.stringify({ pid: 2 ** 30, sessionId: claudeCodeLayout.sessions[2] }))
  expect(await repair()).toMatchObject({ applied: true, repaired: 1 })
})

test.each([
  ['', 'malformed'],
  ['{"entries":[', 'malformed'],
  ['null', 'malformed'],
  ['[]', 'malformed'],
  ['[{"sessionId":"a"}]', 'malformed'],
  ['{}', 'malformed'],
  ['{"entries":{}}', 'malformed'],
  ['{"entries":"a"}', 'malformed'],
  ['{"entries":[null]}', 'malformed'],
  ['{"entries":[{"sessionId":1}]}', 'malformed'],
  ['{"entries":[{"sessionId":"a"},{}]}', 'malformed'],
  ['{"entries":[]}', 'sound'],
  ['{"entries":[{"sessionId":"a"}]}', 'sound'],
])('the index %j of a project is read otherwise than as %s', async (text, state) => {
  const project = tempFolder()
  expect(await readPickerIndex(nodeFs, project)).toEqual({ state: 'absent' })
  writeFileSync(join(project, 'sessions-index.json'), text)
  expect((await readPickerIndex(nodeFs, project)).state).toBe(state)
})
