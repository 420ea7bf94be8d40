import { spawn, type ChildProcess } from 'node:child_process'
import { basename, join } from 'node:path'
import { createSessionSupervisor } from '../../supervisor/create-session-supervisor.ts'
import { agentSession } from '../../supervisor/executors/agent-session.ts'
import { localProcess } from '../../supervisor/executors/local-process.ts'
import { tmuxSession } from '../../supervisor/executors/tmux-session.ts'
import type { SessionSupervisor } from '../../supervisor/session-supervisor.ts'
import {
  supervisorEventNames,
  type SupervisorEventName,
  type SupervisorEvents,
} from '../../supervisor/supervisor-events.ts'
import type { SessionSpec } from '../../supervisor/session-spec.ts'
import type { CliContext } from '../cli-context.ts'
import { exitCode } from '../exit-code.ts'
import { stopSignals } from '../proxy/stop-signals.ts'
import { answerSignal } from './answer-signal.ts'
import { eventLines, type LineFacts } from './event-lines.ts'
import { exitCodeOf } from './exit-code-of.ts'
import { supervisorFolder } from './supervisor-folder.ts'

export interface SuperviseSettings {
  readonly id: string
  readonly command: readonly [string, ...string[]]
  readonly tmux: boolean
  readonly max: number
  readonly windowMs: number
  readonly probe: string | undefined
}

/** Time between looks of a probe at a program that runs, in ms. */
const probeEveryMs = 30_000

/** Reports events on stderr; a line is not repeated twice in a row. */
function tellEvents(supervisor: SessionSupervisor, facts: LineFacts, talk: (line: string) => void): void {
  let last = ''
  const tell = <Name extends SupervisorEventName>(name: Name): void => {
    supervisor.on(name, (event: SupervisorEvents[Name]) => {
      const line = eventLines[name](event, facts)
      if (line === undefined || line === last) return
      last = line
      talk(`session-recovery: ${line}`)
    })
  }
  for (const name of supervisorEventNames) tell(name)
}

/** Shows the pane of a session in this terminal, again and again while it comes back. */
function showPane(supervisor: SessionSupervisor): () => void {
  let viewer: ChildProcess | undefined
  let isOver = false
  const attach = (): void => {
    const socket = supervisor.snapshots()[0]?.address?.tmux?.socket
    if (viewer || isOver || socket === undefined || !process.stdin.isTTY) return
    const { TMUX: _, ...env } = process.env
    viewer = spawn('tmux', ['-L', socket, 'attach'], { stdio: 'inherit', env })
    viewer.once('exit', () => {
      viewer = undefined
    })
    viewer.once('error', () => undefined)
  }
  for (const name of ['launched', 'adopted', 'recovery-ended'] as const) supervisor.on(name, attach)
  return () => {
    isOver = true
    // The pane of a finished program stays open with its viewer, which would never give this terminal back.
    viewer?.kill('SIGTERM')
  }
}

/** Runs a command under a supervisor until it is done or parked; gives back the exit code of the command. */
export async function runSupervised(settings: SuperviseSettings, context: CliContext): Promise<number> {
  const { id, command, tmux, max, windowMs, probe } = settings
  const inner = tmux ? tmuxSession() : localProcess({ output: 'inherit' })
  await using supervisor = createSessionSupervisor({
    folder: join(supervisorFolder(context), id),
    executors: [agentSession({ via: inner })],
    budget: { max, windowMs },
    backoff: { baseMs: 1_000 },
  })
  tellEvents(supervisor, { program: basename(command[0]), max, windowMs }, (line) => context.output.talk(line))
  const hidePane = tmux ? showPane(supervisor) : (): void => undefined
  const pidNow = (): number | undefined => supervisor.statistics().sessions[id]?.pid
  const adopted = { yes: false }
  supervisor.on('adopted', () => {
    adopted.yes = true
  })
  supervisor.on('launched', () => {
    adopted.yes = false
  })

  let onSignal = (_signal: NodeJS.Signals): void => undefined
  const over = new Promise<number>((resolve) => {
    const lastExit = { code: 1 }
    supervisor.on('ended', ({ exit, orderly }) => {
      lastExit.code = exitCodeOf(exit)
      if (orderly) resolve(lastExit.code)
    })
    supervisor.on('parked', () => resolve(lastExit.code))
    supervisor.on('lost', () => resolve(exitCode.failure))
    onSignal = (signal) => {
      const isLeft = adopted.yes || tmux
      const code = answerSignal(signal, { pid: pidNow(), isLeft, isTerminal: process.stdin.isTTY })
      if (code !== undefined) resolve(code)
    }
  })
  for (const signal of stopSignals) process.on(signal, onSignal)
  try {
    const spec: SessionSpec = {
      kind: 'agent',
      command,
      cwd: context.cwd,
      ...(probe !== undefined && {
        probe: { check: { command: ['sh', '-c', probe] }, intervalMs: probeEveryMs },
      }),
    }
    await supervisor.start()
    await supervisor.register(id, spec)
    return await over
  } finally {
    hidePane()
    for (const signal of stopSignals) process.off(signal, onSignal)
    await supervisor.stop({ sessions: adopted.yes || tmux ? 'leave' : 'end' })
  }
}
