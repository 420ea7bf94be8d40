import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SessionRef } from '../../../src/agents/agent.ts'
import { claudeCode } from '../../../src/agents/claude-code/claude-code.ts'
import { runningSession } from '../../../src/agents/claude-code/running-session.ts'
import { tempFolder } from '../../files/temp-folder.ts'
import { healthyLines, toBytes } from './transcript.ts'

async function discovered(home: string, env: Record<string, string> = {}): Promise<SessionRef[]> {
  const found: SessionRef[] = []
  for await (const ref of claudeCode.discover({ home, env })) found.push(ref)
  return found
}

function fill(config: string): void {
  const project = join(config, 'projects', '-home-u-p')
  mkdirSync(join(project, 's1', 'subagents'), { recursive: true })
  mkdirSync(join(project, 'not-a-file.jsonl'))
  for (const name of [
    's1.jsonl',
    's2.jsonl',
    'notes.md',
    's1/subagents/agent-x.jsonl',
    's1/subagents/agent-x.meta.json',
  ])
    writeFileSync(join(project, name), toBytes(healthyLines()))
}

test('a session, or the session of a sub-agent, is not found', async () => {
  const home = tempFolder()
  fill(join(home, '.claude'))
  expect((await discovered(home)).map(({ id, parentId, project }) => [id, parentId, project])).toEqual([
    ['s1', undefined, '-home-u-p'],
    ['s2', undefined, '-home-u-p'],
    ['agent-x', 's1', '-home-u-p'],
  ])
})

test.skipIf(process.platform === 'win32')(
  'what lies behind a link to a project or to a session is not found',
  async () => {
    const home = tempFolder()
    const elsewhere = tempFolder()
    fill(join(home, '.claude'))
    const projects = join(home, '.claude', 'projects')
    for (const [name, folder] of [
      ['s1', join(projects, '-home-u-p')],
      ['-home-u-p', projects],
    ] as const) {
      renameSync(join(folder, name), join(elsewhere, name))
      symlinkSync(join(elsewhere, name), join(folder, name))
    }
    expect((await discovered(home)).map(({ id }) => id)).toEqual(['s1', 's2', 'agent-x'])
  },
)

test('CLAUDE_CONFIG_DIR is ignored, or an empty one is followed', async () => {
  const home = tempFolder()
  const config = join(tempFolder(), 'cfg')
  fill(config)
  expect(await discovered(home, { CLAUDE_CONFIG_DIR: config })).toHaveLength(3)
  expect(await discovered(home, { CLAUDE_CONFIG_DIR: '' })).toEqual([])
  fill(join(home, '.claude'))
  expect(await discovered(home, { CLAUDE_CONFIG_DIR: '' })).toHaveLength(3)
})

test('a file of another agent passes for a transcript', async () => {
  const folder = tempFolder()
  const files = {
    'claude.jsonl': toBytes(healthyLines()),
    'codex.jsonl': '{"timestamp":"t","type":"session_meta","payload":{}}\n',
    'summary.jsonl': '{"type":"summary","sessionId":"s"}\n',
    'x.bin': Buffer.alloc(5000),
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const known = await Promise.all(
    [...Object.keys(files), 'missing'].map(async (name) => (await claudeCode.recognise(join(folder, name)))?.id),
  )
  expect(known).toEqual(['claude', undefined, undefined, undefined, undefined])
})

test('a session that is open belongs to nobody, or one that a dead process had open still belongs to it', async () => {
  const config = tempFolder()
  mkdirSync(join(config, 'sessions'))
  const { pid } = process
  const files: Readonly<Record<string, unknown>> = {
    [`${pid}.json`]: { sessionId: 'by its name' },
    '7.json': { pid, sessionId: 'by its field' },
    '999999999.json': { sessionId: 'dead' },
    '8.json': { pid: 999_999_999, sessionId: 'dead by its field' },
    '9.json': { pid: -1, sessionId: 'no process' },
    '10.json': [],
    'x1.json': { pid, sessionId: 'another file' },
    '11.json.bak': { pid, sessionId: 'a copy' },
  }
  for (const [name, told] of Object.entries(files)) writeFileSync(join(config, 'sessions', name), JSON.stringify(told))
  writeFileSync(join(config, 'sessions', '12.json'), '{torn')
  const path = join(config, 'projects', 'p', 's.jsonl')
  const holder = { kind: 'process', pid, command: 'claude', access: 'write' }
  for (const open of ['by its name', 'by its field']) expect(await runningSession(path, open)).toEqual(holder)
  for (const closed of ['dead', 'dead by its field', 'no process', 'another file', 'a copy', 'unknown'])
    expect(await runningSession(path, closed)).toBeUndefined()
  expect(await runningSession(join(tempFolder(), 'projects', 'p', 's.jsonl'), 'by its name')).toBeUndefined()
})
