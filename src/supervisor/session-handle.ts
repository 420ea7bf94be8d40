import type { ProcessIdentity } from '../files/process-identity.ts'
import type { ExitReport } from './failure.ts'

/** Where a session runs, as its snapshot keeps it: enough for a successor of the supervisor to find it again. */
export interface SessionAddress {
  readonly process?: ProcessIdentity | undefined
  /** Socket name of the tmux server and name of the session. */
  readonly tmux?: { readonly socket: string; readonly session: string } | undefined
}

/** A session that runs, or has run. */
export interface SessionHandle {
  readonly address: SessionAddress
  readonly pid: number | undefined
  /** Resolves once, when the program has ended; never rejects. */
  readonly ended: Promise<ExitReport>
  /** It goes on when this process ends, and is meant to: a pane of tmux, a session on another machine. */
  readonly outlivesSupervisor: boolean
  /** Looks; does not guess. */
  isAlive(): Promise<boolean>
  /** The end of the output, as text. */
  output(): string
  /** What stands on its screen, where there is one; with the escape sequences that draw it again. */
  screen?(): Promise<string | undefined>
  /** The same as bare text, wrapped lines joined: where a secret is looked for. */
  screenText?(): Promise<string>
  /** Calls the listener for every piece of output; the returned function ends that. */
  onOutput(listener: (text: string) => void): () => void
  /** Types. Absent where nobody can type. */
  type?(text: string): Promise<void>
  /** Changes the size of its terminal, where it has one of its own. */
  resize?(columns: number, rows: number): void
  /** Sends a signal to the program. */
  signal(signal: NodeJS.Signals): Promise<void>
  /** Ends the program: SIGTERM, and after the grace SIGKILL. Resolves when it is gone. */
  stop(graceMs: number): Promise<void>
  /** Stops watching and leaves it running. */
  detach(): void
}
