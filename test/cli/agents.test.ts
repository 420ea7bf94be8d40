import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { tempFolder } from '../files/temp-folder.ts'
import { storeCodex, storeGemini, storeOpencode } from './other-homes.ts'
import { cli, emptyHome } from './run-cli.ts'

const codexId = '01999999-aaaa-7000-8000-000000000009'
const opencodeIds = { healthy: 'ses_0123456789abHealthyHealthy', broken: 'ses_0123456789acBrokenBrokenBr' }

interface Found {
  readonly sessions: readonly {
    readonly agent: string
    readonly id: string
    readonly status: string
    readonly next: string
  }[]
}

const found = (stdout: string): unknown[] =>
  (JSON.parse(stdout) as Found).sessions.map(({ agent, id, status, next }) => [agent, id, status, next])

const all = [
  ['codex', codexId, 'broken', 'session-recovery repair 01999999-aaaa-7000'],
  ['gemini-cli', 'session-2026-11-20T08-00-abcdef12', 'broken', 'session-recovery repair abcdef12'],
  ['opencode', opencodeIds.healthy, 'healthy', null],
  ['opencode', opencodeIds.broken, 'broken', 'session-recovery repair ses_0123456789acBrok'],
]

test('sessions of Codex, Gemini CLI or opencode are not found in a home', async () => {
  const home = emptyHome()
  storeCodex(join(home, '.codex'), codexId)
  storeGemini(home)
  storeOpencode(join(home, '.local/share/opencode/opencode.db'), opencodeIds)
  expect(found((await cli(['doctor', '--json'], { home })).stdout)).toEqual(all)
})

test('CODEX_HOME, GEMINI_CLI_HOME, XDG_DATA_HOME or OPENCODE_DB is not followed', async () => {
  const home = emptyHome()
  const [codex, gemini, data, elsewhere] = [tempFolder(), tempFolder(), tempFolder(), tempFolder()]
  storeCodex(codex, codexId)
  storeGemini(gemini)
  storeOpencode(join(data, 'opencode/opencode.db'), opencodeIds)
  const env = { CODEX_HOME: codex, GEMINI_CLI_HOME: gemini, XDG_DATA_HOME: data }
  expect(found((await cli(['doctor', '--json'], { home, env })).stdout)).toEqual(all)
  const database = storeOpencode(join(elsewhere, 'mine.db'), { healthy: opencodeIds.healthy, broken: 'ses_other' })
  const named = await cli(['doctor', '--json', '--agent', 'opencode'], { home, env: { OPENCODE_DB: database } })
  expect(
    found(named.stdout)
      .map((row) => (row as string[])[1])
      .toSorted(),
  ).toEqual([opencodeIds.healthy, 'ses_other'])
  expect(found((await cli(['doctor', '--json', database], { home })).stdout)).toHaveLength(2)
})

/** What a file holds. Of a database the rows in the order of their places: the pages differ after any write. */
function contentOf(file: string): unknown {
  if (!file.endsWith('.db')) return readFileSync(file, 'utf8')
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = ['session', 'message', 'part'].map((table) => database.prepare(`SELECT rowid, * FROM ${table}`).all())
  database.close()
  return rows
}

test('a broken session of another agent is not repaired, or its storage not restored', async () => {
  const home = emptyHome()
  const files = [
    storeCodex(join(home, '.codex'), codexId),
    storeGemini(home),
    storeOpencode(join(home, '.local/share/opencode/opencode.db'), opencodeIds),
  ]
  const before = files.map(contentOf)
  const repaired = await cli(['repair', '--all', '--apply'], { home })
  expect([repaired.code, repaired.stdout.split('\n').at(-2)]).toEqual([0, '3 sessions repaired, 1 session healthy.'])
  expect((await cli(['doctor'], { home })).code).toBe(0)
  for (let undone = 0; undone < 3; undone += 1) expect((await cli(['undo'], { home })).code).toBe(0)
  expect(files.map(contentOf)).toEqual(before)
})

const body = {
  model: 'claude-opus-4-8',
  messages: [
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'x', input: {} }] },
    { role: 'user', content: 'go on' },
  ],
}

test('messages of no agent are not checked, or an uncertain format is guessed', async () => {
  const home = emptyHome()
  const piped = await cli(['doctor', '-', '--json'], { home, input: JSON.stringify(body) })
  expect(found(piped.stdout)).toEqual([['file', 'stdin', 'broken', null]])
  const plain = JSON.stringify([{ role: 'user', content: 'hi' }])
  const unsure = await cli(['doctor', '-'], { home, input: plain })
  expect([unsure.code, unsure.stderr.includes('--as: ')]).toEqual([2, true])
  expect(unsure.stderr).toContain('session-recovery: Standard input is no session of an agent, ')
  expect((await cli(['doctor', '-', '--as', 'anthropic-messages'], { home, input: plain })).code).toBe(0)
})
