import { spawn } from 'node:child_process'
import { localShell } from '../../supervisor/executors/host-shell.ts'
import { quoteArgument } from '../../supervisor/executors/quote-argument.ts'
import { CliError } from '../cli-error.ts'
import type { CliContext } from '../cli-context.ts'
import { exitCode } from '../exit-code.ts'
import { endOf } from './event-lines.ts'
import { exitCodeOf } from './exit-code-of.ts'
import { readSession, type KeptSession } from './supervisor-folder.ts'

/** How long the supervisor may take to notice the end of a pane, in ms. */
const noticeMs = 5_000

/** Whether the pane of a session is there. */
async function hasPane(socket: string): Promise<boolean> {
  const { code } = await localShell.run(['tmux', '-L', socket, 'has-session'])
  if (code === null) throw new CliError('not_found', 'tmux is not installed.', 'Install it: apt-get install tmux.')
  return code === 0
}

/** The fate of a session without a pane, in words. */
function becomeOf({ snapshot: { sessionID, state, lastExit } }: KeptSession): string {
  if (state === 'ended') return `${sessionID} is done: it ${endOf(lastExit ?? { code: null, signal: null })}.`
  if (state === 'parked') return `${sessionID} is parked: its restarts are used up.`
  return `The tmux server of ${sessionID} is gone.`
}

/** The user's remedy for it. */
function remedyOf({ snapshot: { sessionID, spec }, holder }: KeptSession): string {
  if (holder) return `Process ${holder.pid} brings it back: attach again in a moment.`
  const command = spec.command.map(quoteArgument).join(' ')
  return `Start it again: session-recovery supervise --id ${quoteArgument(sessionID)} --tmux -- ${command}`
}

function view(socket: string): Promise<void> {
  const { TMUX: _, ...env } = process.env
  return new Promise((resolve, reject) => {
    const viewer = spawn('tmux', ['-L', socket, 'attach'], { stdio: 'inherit', env })
    viewer.once('error', reject)
    viewer.once('exit', () => resolve())
  })
}

/**
 * Shows the pane of a session in this terminal. Ends as its program ends, with that exit code; 0 when the person detaches; 1 when
 * the pane was lost otherwise.
 *
 * @throws CliError when there is nothing to attach to
 */
export async function attach(id: string | undefined, context: CliContext): Promise<number> {
  const kept = await readSession(id, context)
  const { sessionID, address } = kept.snapshot
  const { tmux } = address ?? {}
  if (!tmux)
    throw new CliError(
      'usage',
      `${sessionID} does not run in tmux.`,
      'Start it with --tmux to be able to attach to it.',
    )
  if (!(await hasPane(tmux.socket))) throw new CliError('not_found', becomeOf(kept), remedyOf(kept))
  if (!process.stdin.isTTY)
    throw new CliError('usage', 'attach needs a terminal.', `By hand: tmux -L ${tmux.socket} attach`)
  await view(tmux.socket)
  for (const until = Date.now() + noticeMs; ;) {
    const now = await readSession(id, context)
    const { state, lastExit } = now.snapshot
    if (state === 'ended' && lastExit) {
      context.output.talk(`session-recovery: ${becomeOf(now)}`)
      return exitCodeOf(lastExit)
    }
    if (await hasPane(tmux.socket)) {
      context.output.talk(`session-recovery: detached; ${sessionID} still runs`)
      return exitCode.healthy
    }
    if (state === 'parked' || Date.now() > until) {
      context.output.talk(`session-recovery: ${becomeOf(now)} ${remedyOf(now)}`)
      return exitCode.findings
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
