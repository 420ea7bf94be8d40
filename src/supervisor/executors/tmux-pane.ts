import { identifyProcess } from '../../files/process-identity.ts'
import type { ExecutionContext } from '../executor.ts'
import type { ExitReport } from '../failure.ts'
import type { SessionHandle } from '../session-handle.ts'
import type { HostShell } from './host-shell.ts'
import { signalName } from './signal-name.ts'
import { tmuxSessionName, type PaneLook, type PaneState, type TmuxServer } from './tmux-server.ts'

/** Looks in a row at which the other machine did not answer: then the connection counts as lost. */
const mostUnreachable = 3

/** Looks at a dead pane after which nobody waits for the reason any more. */
const mostUnexplained = 5

function exitOf({ code, signal }: PaneState): ExitReport {
  return signal === null ? { code, signal: null } : { code: null, signal: signalName(signal) }
}

/** What has come since the last look: the text after the longest common beginning. */
function newText(before: string, after: string): string {
  if (after.startsWith(before)) return after.slice(before.length)
  const lines = after.split('\n')
  const last = before.split('\n').findLast((line) => line.trim() !== '')
  const at = last === undefined ? -1 : lines.lastIndexOf(last)
  return lines.slice(at + 1).join('\n')
}

export interface PaneOptions {
  readonly server: TmuxServer
  readonly shell: HostShell
  /** What the first look has shown. */
  readonly first: PaneState
  readonly lookMs?: number | undefined
}

/** The program in a pane. That its session exists says nothing: the process in it is looked at. */
export async function tmuxPane(
  { scheduler }: ExecutionContext,
  { server, shell, first, lookMs = shell.remote ? 5_000 : 500 }: PaneOptions,
): Promise<SessionHandle> {
  const watching = new AbortController()
  const { signal } = watching
  const listeners = new Set<(text: string) => void>()
  let text = first.text
  let resolveEnd: (exit: ExitReport) => void = () => undefined
  const ended = new Promise<ExitReport>((resolve) => {
    resolveEnd = resolve
  })
  let unreachable = 0
  let unexplained = 0
  const take = (look: PaneLook): void => {
    unreachable = look === 'unreachable' ? unreachable + 1 : 0
    if (unreachable >= mostUnreachable) return resolveEnd({ code: null, signal: null, connectionLost: true })
    if (look === 'gone') return resolveEnd({ code: null, signal: null })
    if (look === 'unreachable') return
    const fresh = newText(text, look.text)
    text = look.text
    if (fresh !== '') for (const listener of listeners) listener(fresh)
    // The program may have closed its terminal and still be ending: that moment is worth waiting for.
    if (look.dead && look.code === null && look.signal === null && (unexplained += 1) < mostUnexplained) return
    // Another process in the same pane is not ours: somebody has used it again.
    if (look.dead || look.pid !== first.pid) resolveEnd(look.dead ? exitOf(look) : { code: null, signal: null })
  }
  const state = { over: false }
  void ended.then(() => {
    state.over = true
    watching.abort()
  })
  const watch = (): void => {
    scheduler.after(
      lookMs,
      () => {
        void server.look(signal).then((look) => {
          if (signal.aborted) return
          take(look)
          if (!state.over) watch()
        })
      },
      { signal, holds: true },
    )
  }
  take(first)
  watch()
  const look = async (): Promise<PaneLook> => {
    const seen = await server.look()
    if (!state.over) take(seen)
    return seen
  }
  const isAlive = async (): Promise<boolean> => {
    const seen = await look()
    return typeof seen === 'object' && !seen.dead && seen.pid === first.pid
  }
  return {
    address: {
      tmux: { socket: server.socket, session: tmuxSessionName },
      ...(!shell.remote && { process: await identifyProcess(first.pid) }),
    },
    pid: first.pid,
    ended,
    outlivesSupervisor: true,
    isAlive,
    output: () => text,
    screen: () => server.screen(),
    screenText: async () => {
      await look()
      return text
    },
    onOutput(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    type: (typed) => server.type(typed),
    signal: (name) => server.signal(first.pid, name),
    async stop(graceMs) {
      if (!state.over && (await isAlive())) {
        await server.signal(first.pid, 'SIGTERM')
        const until = Date.now() + graceMs
        while (Date.now() < until && (await isAlive())) await new Promise((resolve) => setTimeout(resolve, 50))
      }
      await server.end()
      resolveEnd({ code: null, signal: 'SIGTERM' })
    },
    detach: () => watching.abort(),
  }
}
