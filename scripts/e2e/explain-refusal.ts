import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from '@lydell/node-pty'
import xterm from '@xterm/headless'
import { createAnthropicEmulator } from '../../src/testing.ts'
import { goOn, sayings } from './conversation.ts'
import { linkPackage, pathOfNode } from './link-package.ts'
import type { Program, ProgramCommand } from './program.ts'
import { runCommand } from './run-command.ts'

const plugin = ['--plugin-dir', join(import.meta.dirname, '../../plugins/claude-code')]
const refusal = 'messages.1.content.0: Invalid `signature` in `thinking` block'
const size = { cols: 160, rows: 50 }

/** Whether the plugin's words were seen when a refused session was resumed. */
export interface ExplainReport {
  /** The hook of `SessionStart` has run, and has told the meaning and the command. */
  readonly headless: boolean
  /** A person at a terminal sees both, before typing anything. */
  readonly onScreen: boolean
  readonly output: string
}

const tells = (text: string, session: string): boolean =>
  text.includes('thinking_signature_invalid') && text.includes(`session-recovery repair ${session.slice(0, 8)} --error`)

/** Lets the provider refuse a session of Claude Code, and resumes it with the plugin: headless, then on a terminal. */
export async function explainRefusal(program: Program, bin: string): Promise<ExplainReport> {
  const model = { refuses: false }
  const server = await createAnthropicEmulator({
    requireMaxTokens: false,
    otherwise: () => (model.refuses ? { error: { status: 400, message: refusal } } : { text: sayings.answer(1) }),
  }).listen()
  const home = await mkdtemp(join(tmpdir(), 'session-recovery-e2e-hooks-'))
  try {
    await program.prepare(home, server.url)
    await linkPackage(home)
    const first = await runCommand(program.first(bin, home, server.url, sayings.prompt(1)))
    const session = await program.sessionOf(home, first.output)
    model.refuses = true
    const resume = program.resume(bin, home, server.url, session, goOn)
    await runCommand(resume)
    const env = { ...resume.env, PATH: `${join(home, 'node_modules/.bin')}:${pathOfNode}` }
    const screen = await screenOf({ ...resume, command: [bin, '--resume', session, ...plugin], env }, home, (text) =>
      tells(text, session),
    )
    const events = ['--output-format', 'stream-json', '--verbose', '--include-hook-events']
    const { output } = await runCommand({ ...resume, command: [...resume.command, ...events, ...plugin], env })
    const said = output
      .split('\n')
      .filter((line) => line.includes('"hook_response"') && line.includes('"SessionStart"'))
    return {
      headless: said.some((line) => tells(line, session)),
      onScreen: tells(screen, session),
      output: `${output}\n${screen}`,
    }
  } finally {
    await server.close()
    await rm(home, { recursive: true, force: true })
  }
}

/** What stands on the screen of a program once it is as wanted, or when the time is up. */
async function screenOf(
  { command, cwd, env }: ProgramCommand,
  home: string,
  isWanted: (text: string) => boolean,
): Promise<string> {
  await skipQuestions(join(home, 'cfg/.claude.json'), cwd)
  const terminal = new xterm.Terminal({ ...size, allowProposedApi: true })
  const [file, ...args] = command as [string, ...string[]]
  const child = spawn(file, args, { ...size, cwd, env: { ...env, TERM: 'xterm-256color' } })
  const textNow = (): string => {
    const { active } = terminal.buffer
    const lines = Array.from({ length: active.length }, (_, at) => active.getLine(at)?.translateToString(true).trim())
    return lines.join(' ').replaceAll(/ +/g, ' ')
  }
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      resolve(textNow())
    }
    const timer = setTimeout(end, 60_000)
    child.onData((data) =>
      terminal.write(data, () => {
        if (isWanted(textNow())) end()
      }),
    )
  })
}

/** A person is asked for a theme, the key and the folder at the first start: answered as if they had been. */
async function skipQuestions(path: string, cwd: string): Promise<void> {
  const settings = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
  const answered = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: ['dummy'], rejected: [] },
    projects: { [cwd]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  }
  await writeFile(path, JSON.stringify({ ...settings, ...answered }))
}
