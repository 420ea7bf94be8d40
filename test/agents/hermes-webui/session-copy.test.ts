import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countOf, readSessionCopy } from '../../../src/agents/hermes-webui/session-copy.ts'
import { nodeFs } from '../../../src/files/node-fs.ts'
import { tempFolder } from '../../files/temp-folder.ts'

test.each<[what: string, text: string | null | undefined, state: string, isSeen: boolean, count: number]>([
  ['that is not there', undefined, 'absent', false, -1],
  ['that is a folder', null, 'absent', false, -1],
  ['without a byte', '', 'malformed', true, -1],
  ['that is torn', '{"messages":[', 'malformed', true, -1],
  ['that is a list', '[]', 'malformed', true, -1],
  ['whose messages are none', '{"messages":{}}', 'malformed', true, -1],
  ['without messages', '{"messages":[]}', 'sound', true, 0],
  ['with two messages', '{"messages":[{},{}]}', 'sound', true, 2],
])('a copy %s is read as another one', async (_, text, state, isSeen, count) => {
  const path = join(tempFolder(), 's.json')
  if (text === null) mkdirSync(path)
  else if (text !== undefined) writeFileSync(path, text)
  const copy = await readSessionCopy(nodeFs, path)
  expect([copy.state, 'seen' in copy, countOf(copy)]).toEqual([state, isSeen, count])
})

test('a copy that the system does not let us read stops the audit', async () => {
  const refused = Object.assign(new Error('EACCES'), { code: 'EACCES' })
  const refusing = { ...nodeFs, lstat: () => Promise.reject(refused) }
  expect(await readSessionCopy(refusing, '/s.json')).toEqual({ state: 'malformed' })
})
