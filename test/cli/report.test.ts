import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
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
  const said = Array.from({ length: 21 }, (_, index) => ({ role: 'user', content: [{ type: 'text', text: index }] }))
  writeFileSync(join(home, 'list.json'), JSON.stringify([...said, { role: 'assistant', content: null }]))
  utimesSync(join(home, 'list.json'), new Date('2026-11-01T00:00:00Z'), new Date('2026-11-01T00:00:00Z'))
  const looks = [
    'doctor',
    'doctor --all',
    'doctor --agent opencode --redact',
    'doctor --json',
    'doctor --format jsonl --agent codex',
    'doctor --format sarif --agent claude-code',
    'doctor --report',
    'doctor bbbb0002 --html page.html',
    'doctor aaaa0001 cccc0003 nosuch.jsonl',
    'doctor aaaa0001 dddd0004 --json',
    'doctor --redact --agent claude-code',
    'doctor bbbb0002 --redact --format sarif',
    'doctor bbbb0002 --redact --html redacted.html',
    'doctor .claude --format jsonl --since 2000-01-01',
    'doctor .claude --since 2099-01-01',
    'doctor error.txt',
    'doctor list.json',
    'doctor list.json --as openai-chat --all',
    'repair',
    'repair --allow none',
    'repair dddd0004 --allow lossy',
    'repair bbbb0002 --json',
    'repair aaaa0001 --error error.txt',
    'repair aaaa0001 --error "429 rate_limit_error: too many requests" --json',
    'repair bbbb0002 --error error.txt --redact',
    'repair bbbb0002 --allow none',
    'repair aaaa0001 cccc0003 --json',
    'repair cccc0003 nosuch',
    'repair --redact --agent claude-code',
    'repair .claude --all --allow lossy',
    'repair list.json --as openai-chat --allow none',
    'repair list.json',
    `explain "${error}"`,
    `explain "${error}" --session bbbb0002`,
    `explain "${error}" --json`,
    'explain "429 rate_limit_error: too many requests" --json',
    'explain "400 the message is empty"',
    'explain tool_result_missing',
    'explain tool_result_missing --session aaaa0001',
    'explain media_invalid --session bbbb0002',
    'explain damaged_line --session cccc0003 --json',
    'explain blank_text --session list.json --as openai-chat',
    'explain content_block_invalid --session list.json --as openai-chat',
    'extract bbbb0002',
    'extract bbbb0002 --prompt',
    'extract aaaa0001 --json',
    'extract bbbb0002 --redact',
    'extract bbbb0002 --thinking --max-chars 3',
    'extract bbbb0002 --prompt --max-chars 3 --redact',
    'extract dddd0004 --max-chars few',
    'extract dddd0004 --json --redact --output said.json',
    'extract dddd0004 --output said.json',
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
    'repair cccc0003 --apply --json',
    'backups prune --dry-run --keep 0',
    'undo --json',
    'undo',
    'repair --all --apply',
    'repair dddd0004 --apply --allow lossy',
    'backups',
    'doctor',
    'undo',
    'backups --json',
    'backups prune --keep 1',
    'backups prune --keep 0 --json',
    'undo',
    'backups',
  ]
  await expect(await recordOf(writes, home)).toMatchFileSnapshot('./recorded/writes.txt')
})

test('a word is told in another colour than is on record', async () => {
  vi.stubEnv('FORCE_COLOR', '1')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { home } = claudeHome()
  const lines = [
    '--help',
    'doctor --help',
    'doctor --all',
    'explain "400 the message is empty"',
    'explain tool_result_missing --session bbbb0002',
    'repair',
    'repair bbbb0002 --apply',
    'repair nosuch',
    'backups',
  ]
  const told = await recordOf(lines, home)
  // What is styled, up to where its style ends.
  const styled = told.replaceAll('\u001B', '^').matchAll(/((?:\^\[\d+m)+)([^^\n]+)\^/g)
  const words = [...styled].map(([, codes = '', text]) => `${(codes.match(/\d+/g) ?? []).join(' ')}: ${text}`)
  await expect(`${[...new Set(words)].join('\n')}\n`).toMatchFileSnapshot('./recorded/colours.txt')
})
