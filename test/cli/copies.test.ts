import { mkdirSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claudeCodeLayout } from '../audit/layouts/claude-code-subject.ts'
import { codexLayout } from '../audit/layouts/codex-subject.ts'
import { hermesLayout } from '../audit/layouts/hermes-subject.ts'
import { journalLayout } from '../audit/layouts/journal-subject.ts'
import type { LayoutSubject } from '../audit/layouts/layout-subject.ts'
import { opencodeLayout } from '../audit/layouts/opencode-subject.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { recordOf } from './record-of.ts'
import { cli } from './run-cli.ts'

/** Stores, and what is wrong with each: a kind of fault and the session, from 0. */
const stores: readonly (readonly [place: string, LayoutSubject, faults: string])[] = [
  ['.claude', claudeCodeLayout, 'index_missing_entry 0, session_twice 2'],
  ['.codex', codexLayout, 'index_missing_entry 0, index_missing_entry 2, malformed_live 1'],
  ['.local/share/opencode', opencodeLayout, 'copy_behind 0, malformed_backup 1'],
  ['.hermes/webui', hermesLayout, 'shrunken_live 0, shrunken_live 2, index_malformed 0, diverged 1'],
  ['own', journalLayout, 'damaged_journal 0, copy_behind 1 unsafe'],
]

/** Without the times of this run, and the sizes of files that hold paths. */
const dated = (record: string): string =>
  record.replaceAll(/20\d\d-\d\d-\d\d[T ]\d\d:\d\d(?::[\d.]+Z)?/g, 'NOW').replaceAll(/(?<="sizeBytes":)\d+/g, 'N')

test('what is told of copies that disagree, or of their repair, is not what is on record', async () => {
  const home = tempFolder()
  for (const [place, { make, faults }, wrong] of stores) {
    const root = join(home, place)
    mkdirSync(root, { recursive: true })
    await make(root)
    for (const each of wrong.split(', ')) {
      const [kind, at, isUnsafe] = each.split(' ')
      const fault = faults.find(({ finds, unsafe }) => finds === kind && (isUnsafe === undefined || unsafe))!
      await fault.apply(root, Number(at))
    }
    // The newest comes first. An index of Claude Code knows the times of its files.
    const files = place === '.claude' ? [] : readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()
    for (const [at, file] of files.entries()) utimesSync(join(root, file), 0, 1_700_000_000 + at)
  }
  const audit = (place: string, layout: string, more = ''): string =>
    `audit --session-dir ${home}/${place} --layout ${layout} ${more}`.trim()
  const sarif = JSON.parse((await cli(['doctor', '--agent', 'codex', '--format', 'sarif'], { home })).stdout) as {
    runs: { results: { ruleId: string; level: string }[] }[]
  }
  expect(sarif.runs[0]!.results.map(({ level, ruleId }) => `${level} ${ruleId}`)).toEqual([
    'error no_header',
    'note unknown_host_version',
    'error copies/malformed_live',
    'warning copies/index_missing_entry',
    'warning copies/index_missing_entry',
  ])
  const lines = [
    'doctor',
    'doctor --agent codex --redact',
    'doctor --agent codex --format json',
    'doctor --agent hermes-webui --format jsonl',
    'doctor --report',
    audit('.claude', 'claude-code'),
    audit('.codex', 'codex', '--json'),
    audit('.codex', 'codex', '--repair-safe'),
    audit('.codex', 'codex', '--repair-safe --json'),
    audit('.codex', 'codex', '--repair-safe --apply'),
    audit('.codex', 'codex', '--repair-safe --apply'),
    audit('.local/share/opencode', 'opencode'),
    audit('own/journal', 'journal', `--state-db ${home}/own/sessions.db`),
    audit('.hermes/webui/sessions', 'hermes-webui', '--memory seen.json --repair-safe --apply --json'),
    audit('.hermes/webui/sessions', 'hermes-webui', '--memory seen.json'),
    'undo',
    'undo',
    'doctor --agent codex --agent hermes-webui',
  ]
  await expect(dated(await recordOf(lines, home))).toMatchFileSnapshot('./recorded/copies.txt')
})
