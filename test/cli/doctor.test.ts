import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { toBytes } from '../agents/claude-code/transcript.ts'
import { tempFolder } from '../files/temp-folder.ts'
import {
  claudeHome,
  healthySession,
  ids,
  missingResult,
  privateText,
  secret,
  snapshot,
  storeClaude,
} from './claude-home.ts'
import { cli, cliProcess, emptyHome, ended, startCli } from './run-cli.ts'

const loss = z.enum(['none', 'synthesised', 'lossy']).nullable()
const finding = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{12}$/),
  level: z.enum(['conversation', 'file']),
  type: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  at: z
    .strictObject({ messageIndex: z.int(), blockIndex: z.int().optional(), field: z.string().optional() })
    .nullable(),
  line: z.int().positive().optional(),
  record: z.string().optional(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  loss,
})
const session = z.strictObject({
  agent: z.enum(['claude-code', 'codex', 'gemini-cli', 'opencode', 'hermes-webui', 'file']),
  id: z.string(),
  path: z.string(),
  project: z.string().optional(),
  parentId: z.string().optional(),
  hostVersion: z.string().optional(),
  format: z.string().optional(),
  messages: z.int(),
  sizeBytes: z.int(),
  modifiedAt: z.iso.datetime(),
  status: z.enum(['healthy', 'broken', 'unknown']),
  findings: z.array(finding),
  next: z.string().nullable(),
})
const summary = z.strictObject({
  sessions: z.int(),
  broken: z.int(),
  unknown: z.int(),
  findings: z.int(),
  byType: z.record(z.string(), z.int()),
  agents: z.array(z.strictObject({ agent: z.string(), sessions: z.int(), broken: z.int(), unknown: z.int() })),
  worst: z.strictObject({ session: z.string(), path: z.string(), finding }).nullable(),
  next: z.string().nullable(),
})
const audit = z.strictObject({
  layout: z.string(),
  folder: z.string(),
  stateDb: z.string().optional(),
  report: z.strictObject({
    status: z.enum(['ok', 'warn', 'needs_manual_review']),
    summary: z.strictObject({ ok: z.int(), repairable: z.int(), unsafe_to_repair: z.int() }),
    items: z.array(z.looseObject({ session_id: z.string(), kind: z.string(), category: z.string() })),
  }),
})
const document = z.strictObject({
  schema: z.literal('session-recovery.doctor/1'),
  tool: z.strictObject({ name: z.literal('session-recovery'), version: z.string() }),
  sessions: z.array(session),
  audits: z.array(audit),
  summary,
})

test('doctor changes a file, misses a broken session, or does not name the worst finding and the next command', async () => {
  const { home } = claudeHome()
  const before = snapshot(home)
  const { code, stdout, stderr } = await cli(['doctor'], { home })
  expect(snapshot(home)).toEqual(before)
  expect(code).toBe(1)
  expect(stderr).toBe('')
  expect(stdout.match(/^broken .*/gm)).toEqual([
    'broken  claude-code bbbb0002  2026-11-01 00:00  -home-ada-app',
    'broken  claude-code cccc0003  2026-11-01 00:00  -home-ada-app',
    'broken  claude-code dddd0004  2026-11-01 00:00  -home-ada-app',
  ])
  expect(stdout.split('\n').slice(-5)).toEqual([
    'claude-code  4 sessions, 3 broken',
    '3 broken sessions, 3 findings.',
    'Worst: media_invalid in dddd0004, message 0, block 1, line 1: an image or document that cannot be processed.',
    'Next: session-recovery repair dddd0004 --allow lossy',
    '',
  ])
})

test('a healthy home is not exit 0, or an empty one is an error', async () => {
  const home = emptyHome()
  expect(await cli(['doctor'], { home })).toMatchObject({ code: 0, stdout: 'No sessions found.\n' })
  storeClaude(home, ids.healthy, healthySession())
  const { code, stdout } = await cli(['doctor'], { home })
  expect([code, stdout]).toEqual([0, 'claude-code  1 session, none broken\nNothing is wrong.\n'])
  expect((await cli(['doctor', '--all'], { home })).stdout).toContain('healthy  claude-code aaaa0001')
})

test('CLAUDE_CONFIG_DIR or CODEX_HOME is not looked into', async () => {
  const home = emptyHome()
  const config = tempFolder()
  storeClaude(home, ids.missing, missingResult(), { config })
  const codexHome = tempFolder()
  mkdirSync(join(codexHome, 'sessions/2026/11/20'), { recursive: true })
  const id = '01999999-0000-7000-8000-000000000009'
  const lines = [
    { timestamp: 't', type: 'session_meta', payload: { id, cwd: '/w', cli_version: '0.169.0' } },
    {
      timestamp: 't',
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
    },
  ]
  writeFileSync(join(codexHome, `sessions/2026/11/20/rollout-2026-11-20T08-00-00-${id}.jsonl`), toBytes(lines))
  const { stdout } = await cli(['doctor', '--json'], {
    home,
    env: { CLAUDE_CONFIG_DIR: config, CODEX_HOME: codexHome },
  })
  expect(document.parse(JSON.parse(stdout)).sessions.map(({ agent, id }) => [agent, id])).toEqual([
    // Newest first.
    ['codex', id],
    ['claude-code', ids.missing],
  ])
})

test('the JSON is not what its schema says, or a finding has another id in the next run', async () => {
  const { home } = claudeHome()
  const run = async (): Promise<z.infer<typeof document>> =>
    document.parse(JSON.parse((await cli(['doctor', '--json'], { home })).stdout))
  const first = await run()
  expect(first.sessions.map(({ id, status }) => [id, status])).toEqual([
    [ids.healthy, 'healthy'],
    [ids.missing, 'broken'],
    [ids.torn, 'broken'],
    [ids.image, 'broken'],
  ])
  expect(first.sessions[1]).toMatchObject({
    hostVersion: '2.1.329',
    messages: 6,
    findings: [
      {
        type: 'tool_result_missing',
        at: { messageIndex: 1, blockIndex: 1 },
        line: 3,
        record: 'a2',
        loss: 'synthesised',
      },
    ],
    next: 'session-recovery repair bbbb0002',
  })
  expect(await run()).toEqual(first)
})

test('JSON lines are not one object per line', async () => {
  const { home } = claudeHome()
  const lines = (await cli(['doctor', '--format', 'jsonl'], { home })).stdout.trimEnd().split('\n')
  const objects = lines.map((line) => JSON.parse(line) as { kind: string })
  expect(objects.map(({ kind }) => kind)).toEqual([
    'head',
    'session',
    'session',
    'session',
    'session',
    'audit',
    'summary',
  ])
  const { kind: _kind, ...rest } = objects[2]!
  session.parse(rest)
})

test('the SARIF log lacks what a viewer needs', async () => {
  const { home, paths } = claudeHome()
  const text = z.strictObject({ text: z.string().min(1) })
  const log = z
    .strictObject({
      $schema: z.url(),
      version: z.literal('2.1.0'),
      runs: z.tuple([
        z.strictObject({
          tool: z.strictObject({
            driver: z.strictObject({
              name: z.literal('session-recovery'),
              version: z.string(),
              rules: z.array(
                z.strictObject({ id: z.string(), shortDescription: text, fullDescription: text, help: text }),
              ),
            }),
          }),
          results: z.array(
            z.strictObject({
              ruleId: z.string(),
              ruleIndex: z.int().min(0),
              level: z.enum(['error', 'warning', 'note']),
              message: text,
              locations: z.tuple([
                z.strictObject({
                  physicalLocation: z.strictObject({
                    artifactLocation: z.strictObject({ uri: z.string().startsWith('file:///') }),
                    region: z.strictObject({ startLine: z.int().positive() }).optional(),
                  }),
                }),
              ]),
              partialFingerprints: z.strictObject({ 'sessionRecovery/v1': z.string() }),
              properties: z.strictObject({ loss, detail: z.record(z.string(), z.unknown()) }),
            }),
          ),
        }),
      ]),
    })
    .parse(JSON.parse((await cli(['doctor', '--format', 'sarif'], { home })).stdout))
  const [{ tool, results }] = log.runs
  expect(results).toHaveLength(3)
  for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId)
  expect(results[0]?.locations[0].physicalLocation.artifactLocation.uri).toBe(`file://${paths.missing}`)
})

test('an id that is short, too short or of nobody is not understood', async () => {
  const { home } = claudeHome()
  storeClaude(home, 'bbbb0009-0000-4000-8000-000000000009', healthySession())
  expect((await cli(['doctor', 'bbbb0002'], { home })).stdout).toContain('claude-code  1 session, 1 broken')
  expect(await cli(['doctor', 'bbbb'], { home })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^session-recovery: 2 sessions begin with "bbbb":\n.*bbbb0002.*\n.*bbbb0009/),
  })
  expect(await cli(['doctor', 'zzzz'], { home })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no session "zzzz"'),
  })
  expect(await cli(['doctor', './zzzz.jsonl'], { home })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no file'),
  })
})

test('a path, a folder or standard input is not read', async () => {
  const { home, paths } = claudeHome()
  const elsewhere = emptyHome()
  expect((await cli(['doctor', paths.missing], { home: elsewhere })).code).toBe(1)
  expect((await cli(['doctor', join(home, '.claude')], { home: elsewhere })).stdout).toContain('4 sessions, 3 broken')
  expect(await cli(['doctor', '-'], { home: elsewhere, input: readFileSync(paths.missing) })).toMatchObject({ code: 1 })
  expect(await cli(['doctor', '-'], { home: elsewhere, input: readFileSync(paths.healthy) })).toMatchObject({ code: 0 })
  writeFileSync(join(elsewhere, 'notes.txt'), 'nothing of this kind')
  expect(await cli(['doctor', 'notes.txt'], { home: elsewhere })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('notes.txt holds no messages'),
  })
})

test('--since or --agent does not limit what is looked at', async () => {
  const { home } = claudeHome()
  storeClaude(home, ids.missing, missingResult(), { modified: new Date(Date.now() - 3_600_000) })
  expect((await cli(['doctor', '--since', '2h'], { home })).stdout).toContain('claude-code  1 session, 1 broken')
  expect((await cli(['doctor', '--since', '2026-11-02'], { home })).stdout).toContain(
    'claude-code  1 session, 1 broken',
  )
  expect((await cli(['doctor', '--since', '30m'], { home })).code).toBe(0)
  expect((await cli(['doctor', '--agent', 'codex'], { home })).stdout).toBe('No sessions found.\n')
  expect(await cli(['doctor', '--since', 'tomorrow'], { home })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('2h, 7d'),
  })
})

test('an unknown host version is guessed at', async () => {
  const home = emptyHome()
  storeClaude(
    home,
    ids.missing,
    missingResult().map((line) => ({ ...line, version: '7.0.0' })),
  )
  storeClaude(
    home,
    ids.healthy,
    healthySession().map((line) => ({ ...line, version: '7.0.0' })),
  )
  const { sessions } = document.parse(JSON.parse((await cli(['doctor', '--json'], { home })).stdout))
  expect(sessions.map(({ status, next }) => [status, next])).toEqual([
    ['unknown', null],
    ['broken', 'session-recovery extract bbbb0002'],
  ])
  expect(sessions[0]?.findings).toMatchObject([{ type: 'unknown_host_version', detail: { version: '7.0.0' } }])
  expect((await cli(['doctor', '--all'], { home })).stdout).toContain(
    'unknown_host_version  an unknown version of the host 7.0.0',
  )
})

test('a report shows a text of the conversation, or --redact leaves a name, a path or an id', async () => {
  const { home } = claudeHome()
  for (const format of ['text', 'json', 'jsonl', 'sarif']) {
    const { stdout, stderr } = await cli(['doctor', '--format', format], { home })
    // For the eyes of its owner alone: the first words of a session, by which it is recognised.
    const report = format === 'text' ? '' : stdout
    expect(report + stderr).not.toContain(privateText)
    const redacted = await cli(['doctor', '--redact', '--format', format, '--html', `${format}.html`], { home })
    const page = readFileSync(join(home, `${format}.html`), 'utf8')
    for (const name of [privateText, secret, 'home-ada', 'bbbb0002', 'toolu_2', 'Read', home])
      expect(redacted.stdout + redacted.stderr + page).not.toContain(name)
  }
})

test('colour is written without a terminal, or NO_COLOR is not honoured', async () => {
  const { home } = claudeHome()
  const escape = String.fromCodePoint(27)
  expect((await cli(['doctor'], { home })).stdout).not.toContain(escape)
  expect(cliProcess(['doctor'], { home, env: { FORCE_COLOR: '1' } }).stdout).toContain(escape)
  expect(cliProcess(['doctor'], { home, env: { NO_COLOR: '1', TERM: 'xterm-256color' } }).stdout).not.toContain(escape)
})

test('a reader that goes away early makes an error', async () => {
  const home = emptyHome()
  for (let index = 0; index < 60; index += 1)
    storeClaude(home, `${String(index).padStart(8, '0')}-0000-4000-8000-000000000001`, missingResult())
  const running = startCli(['doctor', '--format', 'sarif'], { home })
  let stderr = ''
  running.stderr.on('data', (chunk: Buffer) => (stderr += String(chunk)))
  running.stdout.once('data', () => running.stdout.destroy())
  await ended(running)
  expect(stderr).toBe('')
})

test('Ctrl-C while standard input is read leaves the conversation in the folder for temporary files', async () => {
  const home = emptyHome()
  const temporary = tempFolder()
  const running = startCli(['doctor', '-'], { home, env: { TMPDIR: temporary } })
  running.stdin.write('{"role":"user"')
  while (readdirSync(temporary, { recursive: true }).length < 2) await new Promise((resolve) => setTimeout(resolve, 20))
  running.kill('SIGINT')
  expect(await ended(running)).toEqual({ code: null, signal: 'SIGINT' })
  expect(readdirSync(temporary)).toEqual([])
})
