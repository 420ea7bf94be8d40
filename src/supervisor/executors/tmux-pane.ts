import { identifyProcess } from '../../files/process-identity.ts'
import type { ExecutionContext } from '../executor.ts'
import type { ExitReport } from '../failure.ts'
import type { SessionHandle } from '../session-handle.ts'
import type { HostShell } from './host-shell.ts'
import { signalName } from './signal-name.ts'
import { tmuxSessionName, type PaneLook, type PaneState, type TmuxServer } from './tmux-server.ts'

/** Consecutive failed looks after which the connection to the other machine counts as lost. */
const mostUnreachable = 3

/** Looks at a dead pane after which its exit code is no longer waited for. */
const mostUnexplained = 5

function exitOf({ code, signal }: PaneState): ExitReport {
  return signal === null ? { code, signal: null } : { code: null, signal: signalName(signal) }
}

/** The new text of a pane. If old lines have scrolled out, the text after the last line seen before. */
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
  /** The result of the first look. */
  readonly first: PaneState
  readonly lookMs?: number | undefined
}

/** Derives new output and the end of the program from repeated looks at a pane. */
class PaneWatch {
  readonly listeners: Set<(text: string) => void> = new Set()
  readonly ended: Promise<ExitReport>
  readonly end: (exit: ExitReport) => void
  readonly #pid: number
  #text: string
  #isOver = false
  #unreachable = 0
  #unexplained = 0

  constructor(first: PaneState) {
    const { promise, resolve } = Promise.withResolvers<ExitReport>()
    this.#pid = first.pid
    this.#text = first.text
    this.ended = promise
    this.end = (exit) => {
      this.#isOver = true
      resolve(exit)
    }
    this.take(first)
  }

  get text(): string {
    return this.#text
  }

  get isOver(): boolean {
    return this.#isOver
  }

  take(look: PaneLook): void {
    if (this.#isOver) return
    this.#unreachable = look === 'unreachable' ? this.#unreachable + 1 : 0
    if (this.#unreachable >= mostUnreachable) return this.end({ code: null, signal: null, connectionLost: true })
    if (look === 'gone') return this.end({ code: null, signal: null })
    if (look === 'unreachable') return
    const fresh = newText(this.#text, look.text)
    this.#text = look.text
    if (fresh !== '') for (const listener of this.listeners) listener(fresh)
    // The program has closed its terminal but may not be reaped yet: its exit code is waited for, a few looks long.
    if (look.dead && look.code === null && look.signal === null && (this.#unexplained += 1) < mostUnexplained) return
    // Another process in the pane means that ours has ended, and the pane was reused.
    if (look.dead || look.pid !== this.#pid) this.end(look.dead ? exitOf(look) : { code: null, signal: null })
  }
}

/** A handle for the program in a pane. An existing tmux session proves nothing, so the process in the pane is checked. */
export async function tmuxPane(
  { scheduler }: ExecutionContext,
  { server, shell, first, lookMs = shell.remote ? 5_000 : 500 }: PaneOptions,
): Promise<SessionHandle> {
  const { pid } = first
  const watching = new AbortController()
  const { signal } = watching
  const watch = new PaneWatch(first)
  void watch.ended.then(() => watching.abort())
  const lookAgain = (): void => {
    const look = (): void =>
      void server.look(signal).then((seen) => {
        if (signal.aborted) return
        watch.take(seen)
        if (!watch.isOver) lookAgain()
      })
    scheduler.after(lookMs, look, { signal, holds: true })
  }
  lookAgain()
  const look = async (): Promise<PaneLook> => {
    const seen = await server.look()
    watch.take(seen)
    return seen
  }
  const isAlive = async (): Promise<boolean> => {
    const seen = await look()
    return typeof seen === 'object' && !seen.dead && seen.pid === pid
  }
  return {
    address: {
      tmux: { socket: server.socket, session: tmuxSessionName },
      ...(!shell.remote && { process: await identifyProcess(pid) }),
    },
    pid,
    ended: watch.ended,
    outlivesSupervisor: true,
    isAlive,
    output: () => watch.text,
    screen: () => server.screen(),
    screenText: async () => {
      await look()
      return watch.text
    },
    onOutput(listener) {
      watch.listeners.add(listener)
      return () => void watch.listeners.delete(listener)
    },
    type: (typed) => server.type(typed),
    signal: (name) => server.signal(pid, name),
    async stop(graceMs) {
      if (!watch.isOver && (await isAlive())) {
        await server.signal(pid, 'SIGTERM')
        const until = Date.now() + graceMs
        while (Date.now() < until && (await isAlive())) await new Promise((resolve) => setTimeout(resolve, 50))
      }
      await server.end()
      watch.end({ code: null, signal: 'SIGTERM' })
    },
    detach: () => watching.abort(),
  }
}
