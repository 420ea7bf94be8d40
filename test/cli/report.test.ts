import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claudeHome } from './claude-home.ts'
import { storeCodex, storeGemini, storeOpencode } from './other-homes.ts'
import { recordOf, steady } from './record-of.ts'

test('what is told of broken sessions is not what is on record', async () => {
  const { home } = claudeHome()
  storeCodex(join(home, '.codex'), '01999999-0000-7000-8000-000000000009')
  storeGemini(home)
  storeOpencode(join(home, '.local/share/opencode/opencode.db'), { healthy: 'ses_healthy', broken: 'ses_broken' })
  const error = 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_2.'
  writeFileSync(join(home, 'error.txt'), error)
  const looks = [
    'doctor',
    'doctor --all',
    'doctor --agent opencode --redact',
    'doctor --json',
    'doctor --format jsonl --agent codex',
    'doctor --format sarif --agent claude-code',
    'doctor --report',
    'doctor bbbb0002 --html page.html',
    'repair',
    'repair --allow none',
    'repair dddd0004 --allow lossy',
    'repair bbbb0002 --json',
    'repair aaaa0001 --error error.txt',
    `explain "${error}"`,
    `explain "${error}" --session bbbb0002`,
    `explain "${error}" --json`,
    'explain "429 rate_limit_error: too many requests" --json',
    'explain tool_result_missing',
    'extract bbbb0002',
    'extract bbbb0002 --prompt',
    'extract aaaa0001 --json',
    'copy aaaa0001 copy.jsonl',
    'audit',
    'backups',
    'undo',
    'recordings list no-such-store',
    'supervise status',
    'fleet',
  ]
  const looked = await recordOf(looks, home)
  await expect(looked).toMatchFileSnapshot('./recorded/looks.txt')
  await expect(steady(readFileSync(join(home, 'page.html'), 'utf8'), home)).toMatchFileSnapshot('./recorded/page.txt')
  const writes = [
    'repair --all --apply',
    'repair dddd0004 --apply --allow lossy',
    'backups',
    'doctor',
    'undo',
    'backups --json',
  ]
  await expect(await recordOf(writes, home)).toMatchFileSnapshot('./recorded/writes.txt')
})
