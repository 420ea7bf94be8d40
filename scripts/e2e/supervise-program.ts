import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kill } from 'node:process'
import { createAnthropicEmulator, createGeminiEmulator, createResponsesEmulator } from '../../src/testing.ts'
import { notesOf, sayings } from './conversation.ts'
import type { Program } from './program.ts'
import { runCommand } from './run-command.ts'

type Fields = Record<string, unknown>

const cli = join(import.meta.dirname, '../../dist/cli.js')

/** What the supervisor tells a program without a terminal after a restart. */
const resumed = 'Go on where you were interrupted.'

/** A tool call that says when it has begun, and does not end by itself. */
const slow = 'touch started; sleep 300'

/** How a real program was supervised. */
export interface SuperviseReport {
  /** It was killed in the middle of a tool call. */
  readonly killed: boolean
  /** The provider has seen the session go on, after the kill and the damage. */
  readonly wentOn: boolean
  /** Requests that the provider refused after the kill. */
  readonly refused: number
  readonly worked: boolean
  readonly output: string
}

interface Step {
  readonly tool?: 'read' | 'slow'
  readonly text?: string
}

/** Reads a file, then begins the slow call; goes on when it is told to. */
function stepOf(conversation: unknown): Step {
  const text = JSON.stringify(conversation)
  if (text.includes(resumed)) return { text: sayings.answer(1) }
  return { tool: /tool_result|call_output|functionResponse/.test(text) ? 'slow' : 'read' }
}

/** The named tools of each program, as its model calls them. */
const tools: Readonly<Record<string, Readonly<Record<'read' | 'slow', readonly [name: string, input: Fields]>>>> = {
  'claude-code': { read: ['Read', { file_path: notesOf(1) }], slow: ['Bash', { command: slow, timeout: 600_000 }] },
  opencode: {
    read: ['read', { filePath: notesOf(1) }],
    slow: ['bash', { command: slow, description: 'Waits', timeout: 600_000 }],
  },
  codex: { read: ['exec_command', { cmd: `cat ${notesOf(1)}` }], slow: ['exec_command', { cmd: slow }] },
  'gemini-cli': {
    read: ['read_file', { file_path: notesOf(1) }],
    slow: ['run_shell_command', { command: slow }],
  },
}

interface Model {
  listen(): Promise<{ url: string; close(): Promise<void> }>
  readonly requests: readonly { readonly status: number; readonly body: Fields }[]
}

/** The provider of a program, with a model that does the two steps. */
function modelOf(program: Program, onResumed: () => void): Model {
  const calls = tools[program.agent]!
  const answer = (conversation: unknown): Step => {
    const step = stepOf(conversation)
    if (step.text !== undefined) onResumed()
    return step
  }
  if (program.agent === 'codex')
    return createResponsesEmulator({
      otherwise: (body: Fields) => {
        const { tool, text } = answer(body['input'])
        if (tool === undefined) return { reasoning: 'Fine.', text: text! }
        const [name, input] = calls[tool]
        return { reasoning: 'Let me look.', calls: [{ name, arguments: JSON.stringify(input) }] }
      },
    })
  if (program.agent === 'gemini-cli')
    return createGeminiEmulator({
      otherwise: (body: Fields) => {
        const { tool, text } = answer(body['contents'])
        if (tool === undefined) return { text: text! }
        const [name, args] = calls[tool]
        return { calls: [{ name, args }] }
      },
    })
  return createAnthropicEmulator({
    requireMaxTokens: false,
    otherwise: (body: Fields) => {
      const { tool, text } = answer(body['messages'])
      const offered = JSON.stringify(body['tools'] ?? []).includes(`"${calls.slow[0]}"`)
      // Titles and summaries are asked for without tools.
      if (tool === undefined || !offered) return { thinking: 'Fine.', text: text ?? 'A title' }
      const [name, input] = calls[tool]
      return { thinking: 'Let me look.', text: 'I do it.', toolUse: [{ name, input }] }
    },
  })
}

/** A process and all below it, the lowest first. */
async function withDescendants(pid: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '') : ''
    if (stat !== '') parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const below = (parent: number): number[] =>
    [...parents].filter(([, of]) => of === parent).flatMap(([child]) => [...below(child), child])
  return [...below(pid), pid]
}

async function waitFor(what: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<boolean> {
  for (const until = Date.now() + timeoutMs; Date.now() < until;) {
    if (await what()) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

/**
 * Runs a program under `session-recovery supervise`, kills it with `kill -9` in the middle of a tool call, damages the session that
 * it leaves, and waits for the supervisor to bring it back to a next answer.
 */
export async function superviseProgram(program: Program, bin: string): Promise<SuperviseReport> {
  let output = ''
  let resumedAt = 0
  // What was printed before is of runs that were refused.
  const model = modelOf(program, () => (resumedAt = output.length))
  const server = await model.listen()
  const home = await mkdtemp(join(tmpdir(), 'session-recovery-e2e-supervise-'))
  try {
    await program.prepare(home, server.url)
    const first = program.first(bin, home, server.url, sayings.prompt(1))
    const env = {
      PATH: process.env['PATH'] ?? '',
      ...first.env,
      XDG_STATE_HOME: join(home, 'state'),
    }
    const session = (args: readonly string[]): readonly string[] => [process.execPath, cli, 'supervise', ...args]
    const [file = '', ...args] = session(['--id', 'work', '--', ...first.command])
    const child = spawn(file, args, { cwd: first.cwd, env, stdio: 'pipe' })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    child.stdin.end(first.stdin ?? '')
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
    const started = await waitFor(() => existsSync(join(first.cwd, 'started')) || child.exitCode !== null)
    let pid: number | null = null
    if (started) {
      const { output: told } = await runCommand({ command: session(['status', '--json']), cwd: home, env })
      pid = (JSON.parse(told) as { sessions: { pid: number | null }[] }).sessions[0]?.pid ?? null
    }
    const before = model.requests.length
    if (pid !== null) {
      const all = await withDescendants(pid)
      // Stopped first, so that nothing is written between the damage and the death.
      for (const each of all) kill(each, 'SIGSTOP')
      await program.damages.find(({ name }) => name === program.superviseDamage)!.apply(home, 1)
      for (const each of all) kill(each, 'SIGKILL')
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), 90_000)
    const code = await ended
    clearTimeout(timer)
    const after = model.requests.slice(before)
    return {
      killed: pid !== null,
      wentOn: after.some(({ status, body }) => status === 200 && JSON.stringify(body).includes(resumed)),
      refused: after.filter(({ status }) => status === 400).length,
      worked: program.worked(code, output.slice(resumedAt)),
      output,
    }
  } finally {
    await server.close()
    await rm(home, { recursive: true, force: true })
  }
}
