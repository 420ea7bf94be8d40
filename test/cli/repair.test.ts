import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { getuid } from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { fromQuarantineLine } from '../../src/record-log/quarantine.ts'
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

const backupOf = (stdout: string): string => /session-recovery undo (\S+)/.exec(stdout)?.[1] ?? 'none'

test('a plan writes something, hides a part, or does not say what it costs and what to run next', async () => {
  const { home } = claudeHome()
  const before = snapshot(home)
  const { code, stdout } = await cli(['repair', 'bbbb0002'], { home })
  expect(code).toBe(1)
  expect(snapshot(home)).toEqual(before)
  expect(stdout).toMatch(/^can be repaired {2}claude-code bbbb0002 {2}1 finding$/m)
  expect(stdout).toMatch(
    /^ {4} {2}tool_result toolu_1 "result of toolu_1"\n {4}\+ tool_result toolu_2 "\[session-recovery\] The result/m,
  )
  expect(stdout).toContain('tool_result_missing may lose: Nothing; without a recorded output a placeholder stands in')
  expect(stdout).toContain('next: session-recovery repair bbbb0002 --apply')
})

test('an applied repair leaves the session broken, or undo does not bring back every byte', async () => {
  const { home, paths } = claudeHome()
  const before = readFileSync(paths.missing)
  const { mtimeMs } = statSync(paths.missing)
  const applied = await cli(['repair', 'bbbb0002', '--apply'], { home })
  expect(applied).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(paths.missing).equals(before)).toBe(false)
  expect((await cli(['doctor', 'bbbb0002'], { home })).code).toBe(0)
  const again = await cli(['repair', 'bbbb0002', '--apply'], { home })
  expect([again.code, again.stdout.split('\n')[0]]).toEqual([0, 'healthy  claude-code bbbb0002  0 findings'])

  const id = backupOf(applied.stdout)
  expect((await cli(['backups', 'list'], { home })).stdout).toContain(id)
  expect(await cli(['undo', id], { home })).toMatchObject({ code: 0, stdout: `restored   ${paths.missing}\n` })
  expect(readFileSync(paths.missing).equals(before)).toBe(true)
  expect(statSync(paths.missing).mtimeMs).toBe(mtimeMs)
  expect(await cli(['undo'], { home })).toMatchObject({ code: 2, stderr: expect.stringContaining('nothing to undo') })
})

test('without consent content is lost, or with it the repair is not made', async () => {
  const { home, paths } = claudeHome()
  const before = readFileSync(paths.image)
  const refused = await cli(['repair', 'dddd0004', '--apply'], { home })
  expect(refused.code).toBe(1)
  expect(refused.stdout).toMatch(/left: media_invalid .*only with --allow lossy\. Lost: media/)
  expect(readFileSync(paths.image).equals(before)).toBe(true)
  expect((await cli(['repair', 'dddd0004', '--apply', '--allow', 'lossy'], { home })).code).toBe(0)
  expect((await cli(['doctor', 'dddd0004'], { home })).code).toBe(0)
})

test('bytes that cannot be read are deleted and not put into quarantine', async () => {
  const { home, paths } = claudeHome()
  const { code, stdout } = await cli(['repair', 'cccc0003', '--apply'], { home })
  expect(code).toBe(0)
  const file = /quarantine: (.*)$/m.exec(stdout)?.[1] ?? ''
  const kept = readFileSync(file)
  expect(String(fromQuarantineLine(kept.subarray(0, -1)).bytes)).toBe('{"parentUuid":"u1","type":"assis')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(paths.torn, 'utf8')).not.toContain('"assis\n')
})

test('--apply without a name repairs everything, or --all leaves a session that can be repaired', async () => {
  const { home } = claudeHome()
  const before = snapshot(home)
  expect(await cli(['repair', '--apply'], { home })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--all'),
  })
  expect(snapshot(home)).toEqual(before)
  const all = await cli(['repair', '--all', '--apply'], { home })
  expect(all.code).toBe(1)
  expect(all.stdout).toContain('1 session healthy, 2 sessions repaired, 1 session cannot be repaired.')
  expect((await cli(['doctor'], { home })).stdout).toContain('claude-code  4 sessions, 1 broken')
})

const report = z.strictObject({
  schema: z.literal('session-recovery.repair/1'),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  sessions: z.array(
    z.strictObject({
      agent: z.string(),
      id: z.string(),
      path: z.string(),
      status: z.enum(['healthy', 'planned', 'unrepairable', 'applied', 'rolled_back', 'refused', 'failed']),
      loss: z.enum(['none', 'synthesised', 'lossy']),
      findings: z.array(z.looseObject({ id: z.string(), type: z.string() })),
      remaining: z.array(z.looseObject({ id: z.string(), type: z.string() })),
      edits: z.array(
        z.strictObject({
          op: z.enum(['insert', 'replace', 'remove']),
          messageIndex: z.int(),
          role: z.string(),
          because: z.array(z.string()),
          loss: z.string(),
          parts: z.array(
            z.strictObject({
              op: z.enum(['kept', 'removed', 'added']),
              text: z.string(),
              synthetic: z.literal(true).optional(),
            }),
          ),
        }),
      ),
      records: z.array(
        z.strictObject({
          op: z.enum(['replaced', 'removed', 'inserted', 'quarantined']),
          why: z.string(),
          record: z.strictObject({ line: z.int().optional(), id: z.string().optional() }),
        }),
      ),
      backup: z.string().optional(),
      quarantine: z.string().optional(),
      error: z.strictObject({ code: z.string(), message: z.string(), remedy: z.string() }).optional(),
      notes: z.array(z.string()),
      next: z.string().nullable(),
      allow: z.enum(['none', 'synthesised', 'lossy']),
      resume: z.string().nullable(),
    }),
  ),
  summary: z.record(z.string(), z.int()),
})

test('the JSON of a repair is not what its schema says, or shows a secret or a redacted text', async () => {
  const { home } = claudeHome()
  const planned = await cli(['repair', '--json'], { home })
  const { sessions, summary } = report.parse(JSON.parse(planned.stdout))
  expect(sessions.map(({ status }) => status)).toEqual(['healthy', 'planned', 'planned', 'unrepairable'])
  expect(summary).toEqual({ healthy: 1, planned: 2, unrepairable: 1 })
  expect(planned.stdout).not.toContain(secret)
  const { stdout } = await cli(['repair', '--json', '--redact'], { home })
  report.parse(JSON.parse(stdout))
  for (const name of [privateText, 'bbbb0002', 'toolu_2', 'Read', home]) expect(stdout).not.toContain(name)
  const costs = async (...more: readonly string[]): Promise<readonly string[]> =>
    [...(await cli(['repair', ...more], { home })).stdout.matchAll(/\) {2}(.*; .*)$/gm)].map(([, cost]) => cost!)
  expect(await costs('--redact')).toEqual(await costs())
  expect(await costs()).toContainEqual(expect.stringContaining('adds a marked placeholder'))
})

test('a session in use is repaired', async () => {
  const { home, paths } = claudeHome()
  const before = readFileSync(paths.missing)
  const now = new Date()
  utimesSync(paths.missing, now, now)
  const recent = await cli(['repair', 'bbbb0002', '--apply'], { home })
  expect(recent).toMatchObject({ code: 3, stdout: expect.stringMatching(/in use \(.*\): it was written \d+ s ago/) })
  utimesSync(paths.missing, new Date(0), new Date(0))
  writeFileSync(`${paths.missing}.lock`, '')
  expect((await cli(['repair', 'bbbb0002', '--apply'], { home })).stdout).toContain('there is a lock')
  expect(readFileSync(paths.missing).equals(before)).toBe(true)
})

test('a session that another process has open for writing is repaired, or its repair undone', async ({ skip }) => {
  skip(process.platform !== 'linux', 'open files of other processes can be seen on Linux only')
  const { home, paths } = claudeHome()
  const before = readFileSync(paths.missing)
  const hold = (): (() => void) => {
    const descriptor = openSync(paths.missing, 'a')
    return () => closeSync(descriptor)
  }
  let release = hold()
  const refused = cliProcess(['repair', 'bbbb0002', '--apply'], { home })
  release()
  expect([refused.code, /process \d+ \(.*\) uses it/.test(refused.stdout)]).toEqual([3, true])
  expect(readFileSync(paths.missing).equals(before)).toBe(true)
  expect((await cli(['repair', 'bbbb0002', '--apply'], { home })).code).toBe(0)
  release = hold()
  const undone = cliProcess(['undo'], { home })
  release()
  expect(undone).toMatchObject({ code: 3, stderr: expect.stringContaining('in use') })
})

test('a session is written without a backup', async () => {
  const { home, paths } = claudeHome()
  const before = readFileSync(paths.missing)
  const state = join(home, 'state')
  writeFileSync(state, 'a file where a folder should be')
  const { code, stdout } = await cli(['repair', 'bbbb0002', '--apply'], { home, env: { XDG_STATE_HOME: state } })
  expect([code, stdout.split(' ')[0]]).toEqual([3, 'refused'])
  expect(readFileSync(paths.missing).equals(before)).toBe(true)
})

test('an unknown host version is written to', async () => {
  const home = emptyHome()
  const path = storeClaude(
    home,
    ids.missing,
    missingResult().map((line) => ({ ...line, version: '7.0.0' })),
  )
  const before = readFileSync(path)
  const { code, stdout } = await cli(['repair', 'bbbb0002', '--apply'], { home })
  expect(code).toBe(3)
  expect(stdout).toContain('7.0.0 has not been tested')
  expect(readFileSync(path).equals(before)).toBe(true)
})

test('in a read-only folder the session is harmed, or the reason is not told', async ({ skip }) => {
  const nobody = spawnSync('setpriv', [
    '--reuid=65534',
    '--regid=65534',
    '--clear-groups',
    process.execPath,
    '-e',
    'process.exit(7)',
  ])
  const isRoot = getuid?.() === 0
  skip(isRoot && nobody.status !== 7, 'root may write everywhere, and setpriv cannot start Node as nobody')
  const { home, paths } = claudeHome()
  chmodSync(home, 0o755)
  const folder = dirname(paths.missing)
  const before = snapshot(folder)
  chmodSync(folder, 0o555)
  onTestFinished(() => chmodSync(folder, 0o755))
  const state = tempFolder()
  chmodSync(state, 0o777)
  const { code, stdout } = cliProcess(['repair', 'bbbb0002', '--apply'], {
    home,
    env: { XDG_STATE_HOME: state },
    unprivileged: isRoot,
  })
  expect([code, stdout.includes('Make the file and its folder readable and writable.')]).toEqual([3, true])
  expect(snapshot(folder)).toEqual(before)
  expect(cliProcess(['doctor', 'bbbb0002'], { home, unprivileged: isRoot }).code).toBe(1)
})

test('what only the error can show is not repaired', async () => {
  const home = emptyHome()
  const lines = healthySession().slice(0, 2)
  storeClaude(home, ids.healthy, lines)
  const error =
    'API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next message."}}'
  // The prompt that comes next will be refused, unless the tool still runs: the file was written a moment ago.
  expect((await cli(['doctor'], { home })).code).toBe(1)
  const path = join(home, '.claude/projects/-home-ada-app', `${ids.healthy}.jsonl`)
  utimesSync(path, new Date(), new Date())
  expect((await cli(['doctor'], { home })).code).toBe(0)
  utimesSync(path, new Date(0), new Date(0))
  for (const [args, input] of [
    [['--error', error], ''],
    [['--error', '-'], error],
  ] as const) {
    const { code, stdout, stderr } = await cli(['repair', 'aaaa0001', ...args], { home, input })
    expect([code, stderr]).toEqual([1, 'The error reports tool_result_missing.\n'])
    expect(stdout).toContain('+ tool_result toolu_1')
  }
  const file = join(home, 'error.txt')
  writeFileSync(file, error)
  expect((await cli(['repair', 'aaaa0001', '--error', 'error.txt', '--apply'], { home })).code).toBe(0)
  expect((await cli(['repair', '--error', error], { home })).code).toBe(2)
  for (const path of ['nosuchfile.txt', './no such file', 'logs/error', 'C:\\error.json', home])
    for (const args of [
      ['repair', 'aaaa0001', '--error', path],
      ['explain', path],
    ])
      expect(await cli(args, { home })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`There is no file ${path}, and no provider says that.`),
      })
  expect((await cli(['explain', 'error.txt'], { home })).stdout).toContain('tool_result_missing')
  expect((await cli(['repair', 'aaaa0001', '--error', 'overloaded'], { home })).stderr).toContain(
    'not about the structure',
  )
})

test('undo overwrites what was written after the repair', async () => {
  const { home, paths } = claudeHome()
  await cli(['repair', 'bbbb0002', '--apply'], { home })
  const later = Buffer.concat([readFileSync(paths.missing), Buffer.from('{"type":"mode","sessionId":"x"}\n')])
  writeFileSync(paths.missing, later)
  expect(await cli(['undo'], { home })).toMatchObject({ code: 3, stderr: expect.stringContaining('after the repair') })
  expect(readFileSync(paths.missing).equals(later)).toBe(true)
  const forced = await cli(['undo', '--force'], { home })
  expect(forced.code).toBe(0)
  expect((await cli(['undo', backupOf(forced.stdout), '--force'], { home })).code).toBe(0)
  expect(readFileSync(paths.missing).equals(later)).toBe(true)
})

test('a file that is what it was already is told as restored', async () => {
  const { home, paths } = claudeHome()
  const before = readFileSync(paths.missing)
  await cli(['repair', 'bbbb0002', '--apply'], { home })
  writeFileSync(paths.missing, before)
  expect(await cli(['undo'], { home })).toMatchObject({ code: 0, stdout: `unchanged  ${paths.missing}\n`, stderr: '' })
  expect(readFileSync(paths.missing).equals(before)).toBe(true)
})

test('an unreadable manifest of the newest repair lets an older one be undone, or is not told', async () => {
  const { home, paths } = claudeHome()
  const older = backupOf((await cli(['repair', 'bbbb0002', '--apply'], { home })).stdout)
  const torn = join(home, '.local/state/session-recovery/backups/29991231T235959-1a2b3c4d.json')
  writeFileSync(torn, '{')
  const before = readFileSync(paths.missing)
  const refused = await cli(['undo'], { home })
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining(torn) })
  expect(refused.stderr).toContain('session-recovery undo ID')
  expect(readFileSync(paths.missing).equals(before)).toBe(true)
  for (const asked of ['list', 'prune'])
    expect(await cli(['backups', asked], { home })).toMatchObject({ code: 1, stderr: expect.stringContaining(torn) })
  expect((await cli(['undo', '2999'], { home })).stderr).toContain(torn)
  expect((await cli(['undo', older], { home })).code).toBe(0)
})

test('pruning removes a backup that is young or among those to keep, or cannot be tried first', async () => {
  const { home } = claudeHome()
  await cli(['repair', '--all', '--apply'], { home })
  const list = async (): Promise<string[]> =>
    (await cli(['backups'], { home })).stdout.match(/^\d{8}T\d{6}-[0-9a-f]{8}/gm) ?? []
  expect(await list()).toHaveLength(2)
  expect((await cli(['backups', 'prune'], { home })).stdout).toBe('Removed 0 backups, 0 bytes.\n')
  expect((await cli(['backups', 'prune', '--older-than', '0s', '--keep', '1', '--dry-run'], { home })).stdout).toMatch(
    /^\S+\nWould remove 1 backup,/,
  )
  expect(await list()).toHaveLength(2)
  await cli(['backups', 'prune', '--older-than', '0s', '--keep', '1'], { home })
  expect(await list()).toHaveLength(1)
  expect((await cli(['backups', 'burn'], { home })).code).toBe(2)
  expect((await cli(['backups', 'prune', '--keep', 'all'], { home })).code).toBe(2)
})

test('Ctrl-C leaves something else than the old or the new file, or a temporary one', async () => {
  const home = emptyHome()
  const padding = Array.from({ length: 3000 }, (_, index) => ({
    type: 'api-request-blob',
    hash: String(index),
    message: 'x'.repeat(2000),
    sessionId: ids.missing,
  }))
  const lines = [...missingResult(), ...padding]
  const store = (): string => storeClaude(home, ids.missing, lines)
  const path = store()
  const old = readFileSync(path)
  const begin = performance.now()
  expect(cliProcess(['repair', 'bbbb0002', '--apply'], { home }).code).toBe(0)
  const tookMs = performance.now() - begin
  const fresh = readFileSync(path)
  const outcomes = new Set<string>()
  for (let step = 0; step < 4; step += 1) {
    store()
    const running = startCli(['repair', 'bbbb0002', '--apply'], { home })
    // Half of them at some moment, half of them while the new file is being written.
    const timer = setTimeout(() => running.kill('SIGINT'), step % 2 === 0 ? tookMs * (0.3 + step * 0.15) : 50_000)
    const watcher = watch(dirname(path), (_event, name) => {
      if (step % 2 === 1 && name?.endsWith('.repair-tmp')) running.kill('SIGINT')
    })
    const { code, signal } = await ended(running)
    watcher.close()
    clearTimeout(timer)
    const content = readFileSync(path)
    const state = content.equals(old) ? 'old' : content.equals(fresh) ? 'new' : 'neither'
    outcomes.add(state)
    expect(state).not.toBe('neither')
    expect([signal === 'SIGINT' || code === 0, signal, code]).toEqual([true, signal, code])
    expect(readdirSync(dirname(path))).toEqual([`${ids.missing}.jsonl`])
  }
  // The lock of a process that was killed does not stop the next repair.
  store()
  expect((await cli(['repair', 'bbbb0002', '--apply'], { home })).code).toBe(0)
  expect(outcomes.has('old')).toBe(true)
})

test('a folder named on the command line is not repaired as a whole', async () => {
  const { home, paths } = claudeHome()
  mkdirSync(join(home, 'elsewhere'))
  const folder = dirname(paths.missing)
  expect((await cli(['repair', folder, '--apply'], { home })).stdout).toContain('2 sessions repaired')
})
