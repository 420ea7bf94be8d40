import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../files/temp-folder.ts'
import { cli } from './run-cli.ts'

const call = { id: 'call_1', type: 'function', function: { name: 'ls', arguments: '{}' } }
const broken = {
  session_id: 'a1b2c3',
  title: 'mine',
  messages: [
    { role: 'user', content: 'the secret', timestamp: 1 },
    { role: 'assistant', content: '', tool_calls: [call], timestamp: 2 },
    { role: 'user', content: 'go on', timestamp: 3, attachments: [] },
  ],
  pinned: true,
}

test('a session of hermes-webui is not found, its repair touches more than it has to, or cannot be taken back', async () => {
  const home = tempFolder()
  const folder = join(home, '.hermes', 'webui', 'sessions')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'a1b2c3.json')
  const put = (name: string, value: unknown): void => writeFileSync(join(folder, name), JSON.stringify(value, null, 2))
  put('a1b2c3.json', broken)
  put('deleted.json', { ...broken, session_id: 'deleted' })
  put('_deleted_webui_sessions.json', { version: 1, ids: ['deleted'] })
  put('_index.json', [])
  utimesSync(path, 1_700_000_000, 1_700_000_000)
  const before = readFileSync(path, 'utf8')

  const looked = await cli(['doctor', '--json'], { home })
  const report = JSON.parse(looked.stdout) as {
    sessions: { agent: string; id: string; findings: { type: string }[] }[]
  }
  expect(looked.code).toBe(1)
  expect(report.sessions.map(({ agent, id }) => [agent, id])).toEqual([['hermes-webui', 'a1b2c3']])
  expect(report.sessions[0]!.findings.map(({ type }) => type)).toEqual(['tool_result_missing'])

  expect((await cli(['repair', 'a1b2c3', '--apply'], { home })).code).toBe(0)
  const repaired = JSON.parse(readFileSync(path, 'utf8')) as typeof broken
  expect(repaired).toMatchObject({ session_id: 'a1b2c3', title: 'mine', pinned: true })
  expect(repaired.messages).toEqual([
    broken.messages[0],
    broken.messages[1],
    expect.objectContaining({ role: 'tool', tool_call_id: 'call_1' }),
    broken.messages[2],
  ])
  expect((await cli(['doctor', 'a1b2c3'], { home })).code).toBe(0)
  expect((await cli(['undo'], { home })).code).toBe(0)
  expect(readFileSync(path, 'utf8')).toBe(before)
})
