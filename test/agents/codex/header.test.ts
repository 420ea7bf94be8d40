import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AgentSession } from '../../../src/agents/agent.ts'
import { codex } from '../../../src/agents/codex/codex.ts'
import { tempFolder } from '../../files/temp-folder.ts'
import { bytesOf } from '../bytes-of.ts'
import { codexId, codexItems, codexLines, codexPath } from '../subjects/codex-subject.ts'
import { storeLines, toBytes, type Line } from '../subjects/store-lines.ts'
import { rmSync, writeFileSync } from 'node:fs'

async function openLines(lines: readonly Line[], home = tempFolder()): Promise<AgentSession> {
  const path = storeLines(codexPath(home), lines)
  return codex.open((await codex.recognise(path))!)
}

function index(home: string, version = '0.169.0'): void {
  storeLines(join(home, '.codex', 'sessions', 'x'), [])
  const database = new DatabaseSync(join(home, '.codex', 'state_5.sqlite'))
  database.exec('CREATE TABLE threads (id text PRIMARY KEY, cwd text, cli_version text, title text, source text)')
  database.prepare('INSERT INTO threads VALUES (?, ?, ?, ?, ?)').run(codexId, '/w', version, 'a secret', 'vscode')
  database.close()
}

test('a lost header is not rebuilt from the index, or one is made up', async () => {
  const home = tempFolder()
  const lost = codexLines.slice(1)
  const without = await openLines(lost, home)
  expect(without.known).toBe(false)
  expect(without.plan([]).changes).toEqual([])
  index(home)
  const session = await openLines(lost, home)
  expect(session).toMatchObject({ known: true, hostVersion: '0.169.0', messages: codexItems })
  expect(session.plan([]).changes).toContainEqual({ op: 'inserted', record: { line: 1 }, why: 'damage' })
  const [first, ...rest] = (await bytesOf(session)).split('\n')
  expect(JSON.parse(first!)).toMatchObject({
    type: 'session_meta',
    ordinal: 0,
    payload: { id: codexId, cwd: '/w', cli_version: '0.169.0', source: 'vscode' },
  })
  expect(rest.join('\n')).toBe(toBytes(lost).toString())
})

test('an index that cannot be read keeps a session from being read, or tells of it', async () => {
  const home = tempFolder()
  index(home)
  const path = join(home, '.codex', 'state_5.sqlite')
  writeFileSync(path, 'no database')
  expect(await openLines(codexLines.slice(1), home)).toMatchObject({ known: false, messages: codexItems })
  rmSync(path)
  new DatabaseSync(path).close()
  expect(await openLines(codexLines.slice(1), home)).toMatchObject({ known: false, messages: codexItems })
})

test('an empty field of the index is written into a header', async () => {
  const home = tempFolder()
  index(home, '')
  expect((await openLines(codexLines.slice(1), home)).plan([]).changes).toEqual([])
})

test('a lost header gets the folder of a later turn, or loses to other damage what its own line tells', async () => {
  const path = storeLines(codexPath(tempFolder()), codexLines)
  const context = (cwd: string): string =>
    JSON.stringify({ timestamp: 't', type: 'turn_context', payload: { model: 'gpt-6', cwd } })
  const torn = '{"timestamp":"t","type":"session_meta","payload":{"cli_version":"0.169.0","cwd":"/'
  writeFileSync(path, `${[torn, context('/first'), '{"timestamp":"t","ty', context('/then')].join('\n')}\n`)
  const session = await codex.open((await codex.recognise(path))!)
  const codes = ['damaged_line', 'no_header', 'damaged_line', 'no_conversation']
  expect(session.findings.map(({ code }) => code)).toEqual(codes)
  const [header] = (await bytesOf(session)).split('\n')
  expect(JSON.parse(header!)).toMatchObject({ payload: { id: codexId, cwd: '/first', cli_version: '0.169.0' } })
})

test.each(['cwd', 'cli_version', 'originator', 'source', 'model_provider'])(
  'a torn header that still holds its %s gets another one',
  async (field) => {
    const home = tempFolder()
    const path = storeLines(codexPath(home), codexLines)
    const rest = codexLines.slice(1).map((line) => JSON.stringify(line))
    const known = { cwd: '/w', cli_version: '0.169.0', originator: 'tui', source: 'cli', model_provider: 'mine' }
    const payload = { ...known, [field]: 'of its own' }
    const header = JSON.stringify({ timestamp: 't', type: 'session_meta', payload: { id: codexId, ...payload } })
    writeFileSync(path, `${[header.slice(0, -2), ...rest].join('\n')}\n`)
    const session = await codex.open((await codex.recognise(path))!)
    const [rebuilt] = (await bytesOf(session)).split('\n')
    expect(JSON.parse(rebuilt!)).toMatchObject({ type: 'session_meta', payload: { id: codexId, ...payload } })
  },
)

test.each(['0.169.0', '0.169.17', '10.169.0', '0.1690.0', '0.16.9', 'x0.169.0', 'v0.169.0'])(
  'a rollout of %s counts as one of a release that was tried, or not',
  async (version) => {
    const [header, ...rest] = codexLines
    const payload = { ...(header!['payload'] as object), cli_version: version }
    const session = await openLines([{ ...header!, payload }, ...rest])
    const isTried = /^0\.169\.\d+$/.test(version)
    expect([session.known, session.hostVersion]).toEqual([isTried, version])
    expect(session.findings).toEqual(
      isTried ? [] : [{ code: 'unknown_host_version', severity: 'info', detail: { version } }],
    )
  },
)

test('a torn header is not rebuilt from what is left of it', async () => {
  const home = tempFolder()
  const path = storeLines(codexPath(home), codexLines)
  const [header, ...rest] = codexLines.map((line) => JSON.stringify(line))
  writeFileSync(path, `${[header!.slice(0, -2), ...rest].join('\n')}\n`)
  const session = await codex.open((await codex.recognise(path))!)
  writeFileSync(path, `${[header!.slice(0, -3), ...rest].join('\n')}\n`)
  // The cut has gone through the release itself.
  expect((await codex.open(session.ref)).known).toBe(false)
  writeFileSync(path, `${[header!.slice(0, -2), ...rest].join('\n')}\n`)
  expect(session.findings.map(({ code }) => code)).toEqual(['damaged_line', 'no_header'])
  const lines = (await bytesOf(session)).split('\n')
  expect(JSON.parse(lines[0]!)).toMatchObject({ payload: { id: codexId, cwd: '/w', cli_version: '0.169.0' } })
  expect(lines.slice(1, -1)).toEqual(rest)
})

test('an item whose line is there twice is sent twice', async () => {
  for (const twice of codexLines.slice(2, 6)) {
    const session = await openLines(codexLines.flatMap((line) => (line === twice ? [line, line] : [line])))
    expect(session.messages).toEqual(codexItems)
    expect(session.findings).toMatchObject([{ code: 'duplicate_record', severity: 'error' }])
    expect(await bytesOf(session)).toBe(toBytes(codexLines).toString())
  }
})

test('an item that another line repeats is taken for the same line', async () => {
  const other = { ...codexLines[3]!, ordinal: 99 }
  const session = await openLines([...codexLines, other])
  expect(session.findings).toEqual([])
  expect(session.messages).toHaveLength(5)
})
