import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { supervisorFolder } from '../../src/cli/supervise/supervisor-folder.ts'
import { identifyProcess } from '../../src/files/process-identity.ts'
import { localShell } from '../../src/supervisor/executors/host-shell.ts'
import { folderSnapshots } from '../../src/supervisor/snapshots/folder-snapshots.ts'
import type { PastRecovery, Snapshot } from '../../src/supervisor/snapshots/snapshot.ts'
import { encodeSnapshot } from '../../src/supervisor/snapshots/snapshot-text.ts'
import { cli, emptyHome } from './run-cli.ts'

const at = new Date('2026-11-22T08:00:00.000Z')
const me = (await identifyProcess(process.pid))!
const gone = { ...me, startTime: '1' }
const tmux = { socket: 'socket-7', session: 'main' }

interface Kept extends Partial<Pick<Snapshot, 'state' | 'address' | 'recoveries' | 'lastExit' | 'errorContext'>> {
  readonly command?: readonly string[]
  /** A supervisor on another machine looks after it. */
  readonly isHeld?: boolean
}

/** A session as a supervisor has left it. */
async function keep(home: string, sessionID: string, { command = ['sh'], isHeld, ...kept }: Kept): Promise<void> {
  const folder = join(supervisorFolder({ env: {}, home }), sessionID)
  mkdirSync(join(folder, sessionID), { recursive: true })
  const snapshot: Snapshot = {
    sessionID,
    revision: 1,
    takenAt: at,
    registeredAt: at,
    state: 'running',
    spec: { command, kind: 'local', env: {}, envReferences: [] },
    redacted: [],
    workingDirectory: '/work',
    commandHistory: [],
    output: '',
    recoveries: [],
    attemptsAt: [],
    ...kept,
  }
  writeFileSync(join(folder, sessionID, 'snapshot.json'), encodeSnapshot(snapshot))
  const owner = { process: { host: 'elsewhere', bootId: '', pid: 7, startTime: '' }, instance: 'one' }
  if (isHeld) await folderSnapshots(folder, 2).claims.take(sessionID, 1, owner)
}

const recovery = (outcome: PastRecovery['outcome'], more: Partial<PastRecovery> = {}): PastRecovery => {
  return { at, class: 'exit', outcome, durationMs: 1_250, tried: [], ...more }
}

const pid = String(process.pid)
const worked = 'recoveries: 0 of 0 worked'

test('a session of which all snapshots are damaged is left out, as if nothing ran', async () => {
  const home = emptyHome()
  await keep(home, 'whole', {})
  await keep(home, 'torn', {})
  const place = join(supervisorFolder({ env: {}, home }), 'torn', 'torn', 'snapshot.json')
  for (const bytes of ['', '{"a":[', '\0'.repeat(40)]) {
    writeFileSync(place, bytes)
    const told = `${place}: It is no JSON.`
    const shown = await cli(['supervise', 'status'], { home })
    expect([shown.code, shown.stderr]).toEqual([1, `torn: what is kept of it cannot be read: ${told}\n`])
    expect(shown.stdout).toMatch(/^whole {2}gone {2}.*\n$/)
    const { code, stdout } = await cli(['supervise', 'status', '--json'], { home })
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { unreadable: [{ id: 'torn', place, why: 'It is no JSON.' }] },
    ])
    for (const word of ['status', 'history', 'attach'])
      expect((await cli(['supervise', word, 'torn'], { home })).stderr).toContain(`"torn" cannot be read: ${told}\n`)
    expect((await cli(['supervise', 'status', 'whole'], { home })).code).toBe(0)
  }
  expect(readFileSync(place, 'utf8')).toBe('\0'.repeat(40))
})

test.each<readonly [id: string, kept: Kept, lines: readonly string[]]>([
  ['done', { state: 'ended', address: { process: me } }, [`done  ended  ${worked}  sh`]],
  ['held', { address: { process: me }, isHeld: true }, [`held  running ${pid}  ${worked}  sh`]],
  ['back', { address: { process: gone }, isHeld: true }, [`back  recovering  ${worked}  sh`]],
  ['fresh', { isHeld: true }, [`fresh  recovering  ${worked}  sh`]],
  ['lost', { address: { process: gone } }, [`lost  gone  ${worked}  sh`]],
  ['away', { address: { tmux } }, [`away  gone  ${worked}  sh`]],
  [
    'left',
    { address: { process: me }, command: ['sh', '-c', 'sleep 9'] },
    [
      `left  orphaned ${pid}  ${worked}  sh -c sleep 9`,
      `  next: session-recovery supervise --id left -- sh -c 'sleep 9'`,
    ],
  ],
  [
    'pane',
    { address: { process: me, tmux } },
    [`pane  orphaned ${pid}  ${worked}  sh`, '  next: session-recovery supervise --id pane --tmux -- sh'],
  ],
  [
    'often',
    {
      state: 'waiting',
      recoveries: [recovery('recovered'), recovery('failed'), recovery('degraded'), recovery('archived')],
    },
    ['often  waiting  recoveries: 2 of 4 worked  sh'],
  ],
])('the session %s is told in another state, or without what helps', async (id, kept, lines) => {
  const home = emptyHome()
  await keep(home, id, kept)
  expect(await cli(['supervise', 'status'], { home })).toMatchObject({ code: 0, stdout: `${lines.join('\n')}\n` })
})

test('a session is missing in the list, or stands in another order or with other facts', async () => {
  const home = emptyHome()
  const earlier = recovery('failed', { at: new Date(at.getTime() - 60_000) })
  await keep(home, 'b', { address: { process: me, tmux }, isHeld: true, recoveries: [earlier, recovery('recovered')] })
  await keep(home, 'a', { state: 'parked' })
  const facts = { command: ['sh'], cwd: '/work', seen: at.toISOString() }
  const held = { id: 'b', state: 'running', supervisor: 7, pid: process.pid, tmux: true }
  const none = { supervisor: null, pid: null, recoveries: 0, recovered: 0, last: null, tmux: false }
  const { stdout } = await cli(['supervise', 'status', '--json'], { home })
  expect(JSON.parse(stdout)).toEqual({
    schema: 'session-recovery.supervise/1',
    unreadable: [],
    sessions: [
      { id: 'a', state: 'parked', ...facts, ...none },
      { ...facts, ...held, recoveries: 2, recovered: 1, last: at.toISOString() },
    ],
  })
})

test('sessions that cannot be read are told as none', async () => {
  const home = emptyHome()
  const folder = supervisorFolder({ env: {}, home })
  mkdirSync(dirname(folder), { recursive: true })
  writeFileSync(folder, '')
  const { code, stdout, stderr } = await cli(['supervise', 'status'], { home })
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(folder)
  expect(stderr).not.toContain('defect')
})

test('what was done for a session is told otherwise, or a rung that failed is not', async () => {
  const home = emptyHome()
  await keep(home, 'quiet', {})
  expect((await cli(['supervise', 'history', 'quiet'], { home })).stdout).toBe('Nothing had to be done for quiet.\n')
  const recoveries = [
    recovery('recovered', {
      strategy: 'fallback',
      repair: 'applied: role_order',
      tried: [
        { strategy: 'restart', result: 'failed', why: 'it ended again' },
        { strategy: 'restore', result: 'skipped' },
        { strategy: 'fallback', result: 'recovered' },
      ],
    }),
    recovery('archived', { class: 'oom', durationMs: 40 }),
  ]
  await keep(home, 'busy', { recoveries, errorContext: { lastError: 'x', at, count: 3 } })
  const told = '2026-11-22T08:00:00.000Z'
  expect((await cli(['supervise', 'history', 'busy'], { home })).stdout.split('\n')).toEqual([
    `${told}  exit  recovered by fallback in 1.3 s`,
    '  restart: failed (it ended again)',
    '  restore: skipped',
    '  repair: applied: role_order',
    `${told}  oom  archived in 0.0 s`,
    '3 failures told in all.',
    '',
  ])
  const { stdout } = await cli(['supervise', 'history', 'busy', '--json'], { home })
  expect(JSON.parse(stdout)).toEqual({
    schema: 'session-recovery.supervise/1',
    id: 'busy',
    recoveries: recoveries.map((each) => ({ ...each, at: told })),
  })
})

describe('somebody who wants to look at a pane', () => {
  const again = (id: string): string => `Start it again: session-recovery supervise --id ${id} --tmux -- sh -c 'a b'`
  test.each<readonly [id: string, kept: Kept, code: number | null, told: string]>([
    ['plain', {}, 0, 'plain does not run in tmux.\nStart it with --tmux to be able to attach to it.'],
    [
      'other',
      { address: { process: me } },
      0,
      'other does not run in tmux.\nStart it with --tmux to be able to attach to it.',
    ],
    ['here', { address: { tmux } }, 0, 'attach needs a terminal.\nBy hand: tmux -L socket-7 attach'],
    ['none', { address: { tmux } }, null, 'tmux is not installed.\nInstall it: apt-get install tmux.'],
    ['gone', { address: { tmux } }, 1, `The tmux server of gone is gone.\n${again('gone')}`],
    [
      'back',
      { address: { tmux }, isHeld: true },
      1,
      'The tmux server of back is gone.\nProcess 7 brings it back: attach again in a moment.',
    ],
    [
      'done',
      { address: { tmux }, state: 'ended', lastExit: { code: 3, signal: null } },
      1,
      `done is done: it ended with 3.\n${again('done')}`,
    ],
    ['over', { address: { tmux }, state: 'ended' }, 1, `over is done: it ended, nobody saw how.\n${again('over')}`],
    ['park', { address: { tmux }, state: 'parked' }, 1, `park is parked: its restarts are used up.\n${again('park')}`],
  ])('is told otherwise of %s', async (id, kept, code, told) => {
    const run = vi.spyOn(localShell, 'run').mockResolvedValue({ code, stdout: '', stderr: '', unreachable: false })
    onTestFinished(() => run.mockRestore())
    const home = emptyHome()
    await keep(home, id, { command: ['sh', '-c', 'a b'], ...kept })
    const { stderr, code: exit } = await cli(['supervise', 'attach', id], { home })
    expect([exit, stderr]).toEqual([2, `session-recovery: ${told}\n`])
    const asked = kept.address?.tmux ? [[['tmux', '-L', 'socket-7', 'has-session']]] : []
    expect(run.mock.calls).toEqual(asked)
  })
})

test('a command that never ran has an exit code of its own, or none', async () => {
  const home = emptyHome()
  const args = ['supervise', '--id', 's', '--max-restarts', '0/10m', '--', 'sh']
  const { code, stderr } = await cli(args, { home, cwd: join(home, 'gone') })
  expect([code, stderr]).toEqual([1, expect.stringContaining('sh is parked after 0 attempts.')])
})

test.each([
  [{}, ''],
  [{ address: { process: me } }, ''],
  [{ address: { tmux } }, 'Attach to it: session-recovery supervise attach s. '],
])('a session that another supervisor looks after (%j) is started, or nothing is said of it', async (kept, attach) => {
  const home = emptyHome()
  await keep(home, 's', { ...kept, isHeld: true })
  const { code, stderr } = await cli(['supervise', '--id', 's', '--', 'sh', '-c', 'echo started'], { home })
  expect([code, stderr.split('\n')]).toEqual([
    2,
    [
      'session-recovery: sh is looked after by process 7 on elsewhere',
      'session-recovery: Process 7 on elsewhere looks after s.',
      `${attach}When that supervisor has ended, this command adopts what it has left running; or use another --id.`,
      '',
    ],
  ])
})
