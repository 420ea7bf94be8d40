import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getuid } from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { toBytes, user } from '../agents/claude-code/transcript.ts'
import { claudeHome, healthySession, missingResult, privateText, storeClaude } from './claude-home.ts'
import { storeGemini } from './other-homes.ts'
import { cli, cliProcess, emptyHome } from './run-cli.ts'

const idOf = (number: number): string => `${String(number).padStart(8, '0')}-0000-4000-8000-000000000001`

/** Broken sessions, the first the oldest. */
function brokenHome(sessions: number): string {
  const home = emptyHome()
  for (let number = 1; number <= sessions; number += 1) {
    const path = storeClaude(home, idOf(number), missingResult(idOf(number)))
    utimesSync(path, number * 86_400, number * 86_400)
  }
  return home
}

test('doctor does not begin with the newest, fills the screen, or does not tell when and what a session was', async () => {
  const home = brokenHome(12)
  const { stdout } = await cli(['doctor'], { home })
  const shown = [...stdout.matchAll(/^broken {2}claude-code (\d{8}) {2}(\d{4}-\d\d-\d\d)/gm)]
  expect(shown.map(([, id]) => Number(id))).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  expect(shown[0]![2]).toBe('1970-01-13')
  expect(stdout).toContain(`  "${privateText} <script>`)
  expect(stdout).toContain('And 2 older sessions with findings: session-recovery doctor --all')
  expect(stdout).toContain('Next: session-recovery repair 00000012\n')
  expect((await cli(['doctor', '--all'], { home })).stdout.match(/^broken/gm)).toHaveLength(12)
  expect((await cli(['doctor', '--redact'], { home })).stdout).not.toContain(privateText)
})

test('the worst session is not the one with most to repair', async () => {
  const home = brokenHome(2)
  const lines = missingResult(idOf(1))
  const last = lines.at(-1)!
  const more = [
    ...missingResult(idOf(1)),
    { ...last, ...(missingResult(idOf(1))[1] as object), uuid: 'x1', parentUuid: last['uuid'] },
    user('x2', 'x1', 'and then?'),
  ]
  utimesSync(storeClaude(home, idOf(1), more), 0, 0)
  expect((await cli(['doctor'], { home })).stdout).toMatch(/Worst: \w+ in 00000001/)
})

test.each(['doctor', 'repair'])('%s finds nothing and does not say where it searched', async (command) => {
  const home = emptyHome()
  mkdirSync(join(home, '.codex/sessions'), { recursive: true })
  const { stdout, stderr } = await cli([command], { home })
  expect(stdout).toBe('No sessions found.\n')
  expect(stderr).toContain(`Looked in ${home}/.claude/projects (does not exist)`)
  expect(stderr).toContain(`Looked in ${home}/.codex/sessions (no sessions)`)
  expect(stderr).toContain(`session-recovery ${command} FILE`)
})

test.for(['doctor', 'repair'])('for %s a folder that cannot be read is one without sessions', (command, { skip }) => {
  const home = emptyHome()
  const isRoot = getuid?.() === 0
  chmodSync(home, 0o755)
  const folder = join(home, '.claude/projects/-home-ada-app')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o000)
  onTestFinished(() => chmodSync(folder, 0o755))
  const { code, stderr } = cliProcess([command], { home, unprivileged: isRoot })
  skip(isRoot && code === null, 'setpriv cannot start Node as nobody')
  expect(stderr).toContain(`This folder cannot be read, and its sessions were not checked: ${folder}`)
})

test('after a repair nobody knows which placeholder stands where, or how to go on', async () => {
  const { home } = claudeHome()
  const { stdout } = await cli(['repair', 'bbbb0002', '--apply'], { home })
  expect(stdout).toMatch(/message 2 \(user\) {2}tool_result_missing; adds a marked placeholder\n/)
  expect(stdout).toContain('+ tool_result toolu_2 "[session-recovery]')
  expect(stdout).toContain('  go on: claude --resume bbbb0002-0000-4000-8000-000000000002\n')
  expect(stdout).not.toMatch(/part store|live frontier|--allow synthesised/)
})

test('undo of a file that was written to does not name the way', async () => {
  const { home, paths } = claudeHome()
  const id = /undo (\S+)/.exec((await cli(['repair', 'bbbb0002', '--apply'], { home })).stdout)![1]!
  writeFileSync(paths.missing, Buffer.concat([readFileSync(paths.missing), toBytes([user('z', 'u3', 'more')])]))
  const { code, stderr } = await cli(['undo'], { home })
  expect(code).toBe(3)
  expect(stderr).toContain(`session-recovery undo ${id} --force`)
})

test('a repair makes an old session the newest, which the program then resumes', async () => {
  const { home, paths } = claudeHome()
  const before = statSync(paths.missing).mtimeMs
  expect((await cli(['repair', 'bbbb0002', '--apply'], { home })).code).toBe(0)
  expect(statSync(paths.missing).mtimeMs).toBe(before)
})

test('another name of the file keeps the old content, and nobody says so', async () => {
  const { home, paths } = claudeHome()
  const other = join(home, 'other.jsonl')
  linkSync(paths.missing, other)
  expect((await cli(['repair', 'bbbb0002'], { home })).stdout).toContain('The file has 2 names (hard links)')
  rmSync(other)
  expect((await cli(['repair', 'bbbb0002'], { home })).stdout).not.toContain('hard links')
})

test('the full id that Gemini CLI shows is not understood', async () => {
  const home = emptyHome()
  storeGemini(home)
  expect((await cli(['repair', 'abcdef12-0000-4000-8000-000000000001'], { home })).stdout).toContain(
    'gemini-cli abcdef12',
  )
  expect((await cli(['repair', 'abcdef13-0000-4000-8000-000000000001'], { home })).code).toBe(2)
})

test.each([
  ['empty', ''],
  ['summary-only', '{"type":"summary","summary":"x","leafUuid":"y"}\n'],
  ['snapshot-only', '{"type":"file-history-snapshot","messageId":"m","snapshot":{},"isSnapshotUpdate":false}\n'],
  ['queue-only', '{"type":"queue-operation","operation":"enqueue","sessionId":"s"}\n'],
])('a file of Claude Code that is %s is a broken session', async (_name, content) => {
  const home = emptyHome()
  storeClaude(home, idOf(1), Buffer.from(content))
  expect(await cli(['doctor', '--json'], { home })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"status":"healthy"'),
  })
})

test('a session is repaired while its program names it as running, or is not when that program has died', async () => {
  const { home } = claudeHome()
  const note = join(home, '.claude/sessions', `${process.pid}.json`)
  mkdirSync(join(home, '.claude/sessions'))
  const write = (pid: number): void =>
    writeFileSync(note, JSON.stringify({ pid, sessionId: 'bbbb0002-0000-4000-8000-000000000002', status: 'busy' }))
  write(process.pid)
  const { code, stdout } = cliProcess(['repair', 'bbbb0002', '--apply'], { home })
  expect([code, stdout.includes(`process ${process.pid} (claude)`)]).toEqual([3, true])
  // Above the largest number that a process can have.
  write(2 ** 30)
  expect((await cli(['repair', 'bbbb0002', '--apply'], { home })).code).toBe(0)
})

test('a torn last line is healthy after the repair, and the next prompt is refused', async () => {
  const home = emptyHome()
  const [prompt, call] = healthySession(idOf(1))
  const torn = toBytes([prompt!, call!])
  const answer = JSON.stringify(healthySession(idOf(1))[3]).replace('Done.', 'Done, as far as words go')
  const path = storeClaude(home, idOf(1), Buffer.concat([torn, Buffer.from(answer.slice(0, answer.indexOf(' go')))]))
  expect((await cli(['repair', '00000001', '--apply'], { home })).code).toBe(0)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain('"tool_use_id":"toolu_1"')
  expect(text).toContain('Done, as far as words')
  utimesSync(path, 0, 0)
  expect((await cli(['doctor'], { home })).code).toBe(0)
})
