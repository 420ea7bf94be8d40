import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type { StoreAudit } from '../../src/doctor/audit/audit-machine.ts'
import { codexLayout } from '../audit/layouts/codex-subject.ts'
import { treeOf } from '../audit/layouts/layout-subject.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { claudeHome, ids, privateText, secret } from './claude-home.ts'
import { cli } from './run-cli.ts'

/** A home whose only fault is an index that lacks the first of three Codex sessions. */
async function homeWithLostRow(home: string = tempFolder()): Promise<string> {
  const root = join(home, '.codex')
  mkdirSync(root, { recursive: true })
  await codexLayout.make(root)
  const fault = codexLayout.faults.find(({ finds }) => finds === 'index_missing_entry')!
  await fault.apply(root, 0)
  return home
}

interface SarifRun {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } }
  readonly results: readonly {
    readonly ruleId: string
    readonly ruleIndex: number
    readonly message: { readonly text: string }
    readonly locations: readonly [
      { readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } } },
    ]
  }[]
}

const audits = (stdout: string): StoreAudit[] => (JSON.parse(stdout) as { audits: StoreAudit[] }).audits

test('copies that disagree are not shown, end with 0, or their command does not repair them', async () => {
  const home = await homeWithLostRow()
  const before = treeOf(home)
  const { code, stdout } = await cli(['doctor'], { home })
  expect(code).toBe(1)
  expect(stdout).toContain('copies  codex  1 repairable, 0 to be looked at\n')
  expect(stdout).toContain('\n  index_missing_entry\n')
  expect(stdout).toContain('1 store whose copies disagree.')
  expect(stdout).not.toContain('Nothing is wrong')
  expect(treeOf(home)).toEqual(before)

  const store = treeOf(join(home, '.codex'))
  const next = /next: session-recovery (.*)/.exec(stdout)![1]!
  expect((await cli([...next.split(' '), '--apply'], { home })).code).toBe(0)
  const repaired = await cli(['doctor'], { home })
  expect([repaired.code, repaired.stdout]).toEqual([0, expect.stringContaining('Nothing is wrong.')])
  expect((await cli(['undo'], { home })).code).toBe(0)
  expect(treeOf(join(home, '.codex'))).toEqual(store)
  expect((await cli(['doctor'], { home })).code).toBe(1)
})

test('stores are compared where one session, or another agent, was asked for', async () => {
  const home = await homeWithLostRow()
  expect((await cli(['doctor', codexLayout.sessions[1]], { home })).code).toBe(0)
  expect((await cli(['doctor', '--agent', 'claude-code'], { home })).code).toBe(0)
  expect((await cli(['doctor', '--agent', 'codex'], { home })).code).toBe(1)
})

test('the JSON tells nothing of the copies, or more than it may when it is redacted', async () => {
  const home = await homeWithLostRow()
  const item = { kind: 'index_missing_entry', category: 'repairable', recommendation: 'rebuild_index' }
  const [shown, ...others] = audits((await cli(['doctor', '--json'], { home })).stdout)
  expect(others).toEqual([])
  expect(shown).toMatchObject({
    layout: 'codex',
    folder: join(home, '.codex'),
    report: {
      status: 'warn',
      summary: { ok: 2, repairable: 1 },
      items: [{ ...item, session_id: codexLayout.sessions[0] }],
    },
  })
  const redacted = (await cli(['doctor', '--json', '--redact'], { home })).stdout
  expect(audits(redacted)[0]).toMatchObject({ layout: 'codex', report: { items: [item] } })
  expect(redacted).not.toContain(home)
  expect(redacted).not.toContain(codexLayout.sessions[0])
  const lines = (await cli(['doctor', '--format', 'jsonl'], { home })).stdout.trimEnd().split('\n')
  const kinds = lines.map((line) => (JSON.parse(line) as { kind: string }).kind)
  expect(kinds).toEqual(['head', 'session', 'session', 'session', 'audit', 'summary'])
})

test('the SARIF log leaves out copies that disagree, or names no rule and no place for them', async () => {
  const home = await homeWithLostRow()
  const [run] = (JSON.parse((await cli(['doctor', '--format', 'sarif'], { home })).stdout) as { runs: SarifRun[] }).runs
  const [result, ...others] = run!.results
  expect(others).toEqual([])
  expect(result).toMatchObject({ ruleId: 'copies/index_missing_entry', level: 'warning' })
  expect(run!.tool.driver.rules[result!.ruleIndex]!.id).toBe(result!.ruleId)
  expect(result!.message.text).toContain('Next: session-recovery audit --session-dir')
  expect(result!.locations[0]!.physicalLocation.artifactLocation.uri).toBe(pathToFileURL(join(home, '.codex')).href)
  const redacted = (await cli(['doctor', '--format', 'sarif', '--redact'], { home })).stdout
  expect(redacted).toContain('copies/index_missing_entry')
  expect(redacted).not.toContain(home)
  expect(redacted).not.toContain(codexLayout.sessions[0])
})

test('a store that cannot be looked at ends the look at the others', async () => {
  const home = await homeWithLostRow()
  writeFileSync(join(home, '.claude'), 'no folder')
  const { code, stdout } = await cli(['doctor', '--json'], { home })
  expect(code).toBe(1)
  expect(audits(stdout).map(({ layout }) => layout)).toContain('codex')
})

test('a report for an issue lacks a fault, or holds a word, a path, an id or a secret of a session', async () => {
  const { home } = claudeHome()
  await homeWithLostRow(home)
  const { code, stdout } = await cli(['doctor', '--report'], { home, env: { ANTHROPIC_API_KEY: secret } })
  expect(code).toBe(1)
  expect(stdout).toMatch(/^## session-recovery report\n\nsession-recovery \d+\.\d+\.\d+, Node\.js v\d+/)
  expect(stdout).toMatch(/^\| claude-code \| \S+ \| anthropic-messages \| broken \| 3 \|$/m)
  expect(stdout).toMatch(
    /^\| claude-code \| \S+ \| tool_result_missing \| error \| content, block \| synthesised \| .* \| 1 \|$/m,
  )
  expect(stdout).toMatch(
    /^\| claude-code \| \S+ \| damaged_line \| error \| file, line \| none \| reason=torn.* \| 1 \|$/m,
  )
  expect(stdout).toMatch(/^\| codex \| index_missing_entry \| repairable \| rebuild_index \| - \| - \| 1 \|$/m)
  const told = [privateText, 'what is this?', 'Read', 'toolu_', secret, 'sk-ant', home, 'ada', ...Object.values(ids)]
  for (const each of [...told, ...codexLayout.sessions]) expect(stdout).not.toContain(each)
})

test('a version that is no version reaches the report', async () => {
  const { home } = claudeHome()
  const file = join(home, '.claude', 'projects', '-x', 'eeee0005-0000-4000-8000-000000000005.jsonl')
  mkdirSync(join(file, '..'), { recursive: true })
  const line = {
    parentUuid: null,
    type: 'user',
    uuid: 'u',
    message: { role: 'user', content: 'x' },
    version: 'Ada | <b>',
  }
  writeFileSync(file, `${JSON.stringify({ ...line, sessionId: 'eeee0005-0000-4000-8000-000000000005' })}\n`)
  expect((await cli(['doctor', '--report'], { home })).stdout).not.toContain('Ada')
})
