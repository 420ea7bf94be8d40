import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SessionRef } from '../../src/agents/agent.ts'
import { resolveClock } from '../../src/supervisor/clock.ts'
import type { ExecutionContext } from '../../src/supervisor/executor.ts'
import { agentSession, type AgentSessionOptions } from '../../src/supervisor/executors/agent-session.ts'
import { findProgram } from '../../src/supervisor/executors/agents/resume-command.ts'
import { localProcess } from '../../src/supervisor/executors/local-process.ts'
import { Scheduler } from '../../src/supervisor/scheduler.ts'
import { assistant, call, resultLine, text, user } from '../agents/claude-code/transcript.ts'
import { FakeClock } from './fake-clock.ts'
import { fakeExecutor } from './fake-executor.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => void rmSync(folder, { recursive: true, force: true })))

/** A folder for all tests of this file. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'session-recovery-'))
  folders.push(folder)
  return folder
}

const idOf = (last: number): string => `6f1c2a34-0000-4000-8000-00000000000${last}`
const prompt = user('u1', null, 'read it')
const open = [prompt, assistant('a1', 'u1', 'msg_1', call('toolu_1'), 0)]
const healthy = [...open, resultLine('r1', 'a1', 'toolu_1'), assistant('c1', 'r1', 'msg_3', text('Done.'), 0)]
const began = Date.UTC(2026, 10, 22)

/** A home in which Claude Code has stored sessions. */
function homeWith(
  sessions: readonly (readonly [last: number, project: string, atMs: number, lines: readonly object[]])[],
) {
  const home = newFolder()
  const paths = sessions.map(([last, project, atMs, lines]) => {
    const folder = join(home, '.claude', 'projects', project)
    mkdirSync(folder, { recursive: true })
    const path = join(folder, `${idOf(last)}.jsonl`)
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    utimesSync(path, atMs / 1000, atMs / 1000)
    return path
  })
  return { home, paths }
}

function contextOf(home: string, command: ExecutionContext['spec']['command'], again = true): ExecutionContext {
  const clock = resolveClock(new FakeClock())
  const signal = new AbortController().signal
  const spec = { command, cwd: '/w', env: { HOME: home, CLAUDE_CONFIG_DIR: '', XDG_STATE_HOME: '' } }
  return { sessionID: 's', name: 's', spec, clock, scheduler: new Scheduler(clock), signal, again, since: began }
}

/** What an agent is started with. */
async function startedWith(context: ExecutionContext, options: AgentSessionOptions = {}): Promise<string> {
  const commands: string[] = []
  const inner = fakeExecutor()
  const via = {
    ...inner,
    start: (asked: ExecutionContext) => (commands.push(asked.spec.command.join(' ')), inner.start(asked)),
  }
  await agentSession({ via, ...options }).start(context)
  return commands.join()
}

describe('an agent that is started again', () => {
  const { home } = homeWith([
    [1, '-w', began - 2_001, healthy],
    [2, '-w', began - 1_999, healthy],
    [3, '-w', began + 1_000, healthy],
    [4, '-w', began + 500, healthy],
    [5, '-other', began + 9_000, healthy],
  ])

  it.each<readonly [line: string, again: boolean, started: string]>([
    ['claude -p Deploy', true, `claude --resume ${idOf(3)} -p Go on where you were interrupted.`],
    ['claude', true, `claude --resume ${idOf(3)}`],
    ['claude -p Deploy', false, 'claude -p Deploy'],
    [`claude --resume ${idOf(1)}`, true, `claude --resume ${idOf(1)}`],
    ['gemini', true, 'gemini'],
    ['make all', true, 'make all'],
  ])('as %j (before: %o) begins anew, or goes on with another session', async (line, again, started) => {
    expect(await startedWith(contextOf(home, line.split(' ') as [string], again))).toBe(started)
  })

  it('is told something else, or goes on with what was written long before it began', async () => {
    expect(await startedWith(contextOf(home, ['claude', '-p', 'x']), { resumePrompt: 'Go' })).toMatch(/ -p Go$/)
    const old = homeWith([[1, '-w', began - 2_001, healthy]])
    expect(await startedWith(contextOf(old.home, ['claude']))).toBe('claude')
    const recent = homeWith([[1, '-w', began - 1_999, healthy]])
    expect(await startedWith(contextOf(recent.home, ['claude']))).toBe(`claude --resume ${idOf(1)}`)
  })

  it('is looked for without the variables that it inherits, or in spite of its own', async () => {
    vi.stubEnv('CLAUDE_CONFIG_DIR', join(home, '.claude'))
    onTestFinished(() => void vi.unstubAllEnvs())
    const { spec, ...context } = contextOf(home, ['claude'])
    const started = (env: Readonly<Record<string, string>>): Promise<string> =>
      startedWith({ ...context, spec: { ...spec, env } })
    const away = newFolder()
    expect(await started({ HOME: away })).toBe(`claude --resume ${idOf(3)}`)
    expect(await started({ HOME: away, CLAUDE_CONFIG_DIR: away })).toBe('claude')
  })

  it('cannot be adopted, reconnected or closed as its program can', async () => {
    const asked: string[] = []
    const told = (what: string) => async () => void asked.push(what)
    const inner = fakeExecutor()
    const able = agentSession({
      via: { ...inner, adopt: told('adopt') as never, reconnect: told('reconnect') as never, close: told('close') },
    })
    const context = contextOf(home, ['claude'])
    await able.adopt?.(context, {})
    await able.reconnect?.(context, {})
    await able.close?.()
    expect(asked).toEqual(['adopt', 'reconnect', 'close'])
    expect(Object.keys(agentSession({ via: inner })).sort()).toEqual(['kind', 'repair', 'start'])
    expect(able.kind).toBe('agent')
  })
})

it('a session of Gemini CLI that the command names is mistaken for a newer one', async () => {
  const home = newFolder()
  const chats = join(home, '.gemini', 'tmp', 'project', 'chats')
  mkdirSync(chats, { recursive: true })
  for (const last of [1, 2]) {
    const sessionId = idOf(last).replace('6f1c2a34', `6f1c2a3${last}`)
    const header = { sessionId, projectHash: 'x', startTime: '', lastUpdated: '', kind: 'main' }
    const path = join(chats, `session-2026-11-22T00-00-${sessionId.slice(0, 8)}.jsonl`)
    writeFileSync(path, `${JSON.stringify(header)}\n`)
    utimesSync(path, began / 1000 + last, began / 1000 + last)
  }
  const named = idOf(1).replace('6f1c2a34', '6f1c2a31')
  expect(await startedWith(contextOf(home, ['gemini', '--resume', named]))).toBe(`gemini --resume ${named}`)
})

it('an agent is kept from the terminal of who started it, unless another way is given', async () => {
  const isInherited = 'test "$(readlink /proc/$$/fd/1)" = "$(readlink /proc/$PPID/fd/1)"'
  const context = contextOf(newFolder(), ['sh', '-c', isInherited])
  const exits = [undefined, localProcess()].map(async (via) => {
    const { spec, ...rest } = context
    const { ended } = await agentSession(via && { via }).start({ ...rest, spec: { ...spec, cwd: '/' } })
    return (await ended).code
  })
  expect(await Promise.all(exits)).toEqual([0, 1])
})

describe('the repair of an agent', () => {
  it('of a healthy session, or of none, says something else', async () => {
    const { home, paths } = homeWith([[1, '-w', began, healthy]])
    const before = readFileSync(paths[0]!, 'utf8')
    const { repair } = agentSession({ via: fakeExecutor() })
    expect(await repair?.(contextOf(home, ['claude']), {})).toEqual({
      status: 'healthy',
      refused: false,
      says: 'the session is healthy',
    })
    expect(readFileSync(paths[0]!, 'utf8')).toBe(before)
    const nothing = { status: 'not_found', says: 'no stored session was found' }
    expect(await repair?.(contextOf(newFolder(), ['claude']), {})).toEqual(nothing)
    expect(await repair?.(contextOf(home, ['make']), {})).toEqual(nothing)
  })

  it('of a broken one does not write, or tells of another loss, backup or size', async () => {
    const { home, paths } = homeWith([[1, '-w', began, open]])
    const { repair } = agentSession({ via: fakeExecutor() })
    const bytes = readFileSync(paths[0]!).length
    expect(await repair?.(contextOf(home, ['claude']), { error: 'Segmentation fault' })).toEqual({
      status: 'repaired',
      refused: false,
      backup: expect.any(String) as unknown,
      turns: 3,
      bytes,
      says: 'applied: tool_result_missing',
    })
    // In the home of the agent, as everything else of it.
    expect(readdirSync(join(home, '.local/state/session-recovery/backups')).length).toBeGreaterThan(0)
    expect(await repair?.(contextOf(home, ['claude']), {})).toMatchObject({ status: 'healthy' })
    const careful = homeWith([[1, '-w', began, open]])
    const { repair: within } = agentSession({ via: fakeExecutor(), allow: 'none' })
    expect(await within?.(contextOf(careful.home, ['claude']), {})).toEqual({
      status: 'failed',
      refused: false,
      says: 'unrepairable: tool_result_missing',
    })
  })

  it('waits for the silence of a program that has just been ended', async () => {
    const { home } = homeWith([[1, '-w', began, open]])
    vi.useFakeTimers({ toFake: ['Date'], now: began })
    onTestFinished(() => void vi.useRealTimers())
    const { repair } = agentSession({ via: fakeExecutor() })
    expect(await repair?.(contextOf(home, ['claude']), {})).toMatchObject({ status: 'repaired' })
  })

  it('forgets that the provider has refused it, or answers one refusal twice', async () => {
    const { home } = homeWith([[1, '-w', began, open]])
    const { repair } = agentSession({ via: fakeExecutor() })
    const error =
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.'
    const failure = { error }
    expect(await repair?.(contextOf(home, ['claude']), failure)).toMatchObject({ status: 'repaired', refused: true })
    expect(await repair?.(contextOf(home, ['claude']), failure)).toMatchObject({ status: 'healthy', refused: false })
    expect(await repair?.(contextOf(home, ['claude']), { error })).toMatchObject({ refused: true })
  })
})

describe('a session', () => {
  const folder = newFolder()
  const refOf = (content: string, more: Partial<SessionRef> = {}): SessionRef => {
    const path = join(folder, 'session')
    writeFileSync(path, content)
    return { id: 'short', path, project: '-w-x', ...more } as SessionRef
  }
  const header = (cwd: unknown): string => `${JSON.stringify({ payload: { cwd } })}\n{}`

  it.each<readonly [program: string, ref: () => SessionRef, isOurs: boolean, id: string]>([
    ['claude', () => refOf(''), true, 'short'],
    ['claude', () => refOf('', { project: '-w' }), false, 'short'],
    ['claude', () => refOf('', { parentId: 'p' }), false, 'short'],
    ['codex', () => refOf(header('/w/x')), true, 'short'],
    ['codex', () => refOf(header('/w')), false, 'short'],
    ['codex', () => refOf(header(undefined)), true, 'short'],
    ['codex', () => refOf('{"payload":7}'), true, 'short'],
    ['codex', () => refOf('damaged'), true, 'short'],
    ['codex', () => refOf('[]'), true, 'short'],
    ['codex', () => refOf(''), true, 'short'],
    ['opencode', () => refOf(''), true, 'short'],
    ['opencode', () => refOf('', { parentId: 'p' }), false, 'short'],
    ['gemini', () => refOf('{"sessionId":"the whole id"}\n'), true, 'the whole id'],
    ['gemini', () => refOf('{"sessionId":7}\n', { parentId: 'p' }), false, 'short'],
  ])('of %s belongs to another program, or has another id', async (name, ref, isOurs, id) => {
    const { program } = findProgram([name])!
    expect([await program.belongsTo(ref(), '/w/x'), await program.idOf(ref())]).toEqual([isOurs, id])
  })
})
