import type { ProcessIdentity } from '../files/process-identity.ts'
import type { ExitReport } from './failure.ts'

/** Where a session runs. Kept in its snapshot, so that the next supervisor can find the program. */
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
  /** Whether it is meant to go on when this process ends: a tmux pane, a session on another machine. */
  readonly outlivesSupervisor: boolean
  /** Checks the program itself. */
  isAlive(): Promise<boolean>
  /** The end of the output, as text. */
  output(): string
  /** The screen, if there is one, as escape sequences that draw it again. */
  screen?(): Promise<string | undefined>
  /** The screen as bare text, wrapped lines joined; it is searched for secrets. */
  screenText?(): Promise<string>
  /** Calls the listener for every piece of output until the returned function is called. */
  onOutput(listener: (text: string) => void): () => void
  /** Types text into the program; absent if it has no input. */
  type?(text: string): Promise<void>
  /** Changes the size of its terminal; absent if it has none of its own. */
  resize?(columns: number, rows: number): void
  /** Sends a signal to the program. */
  signal(signal: NodeJS.Signals): Promise<void>
  /** Ends the program: SIGTERM, and after the grace SIGKILL. Resolves when it is gone. */
  stop(graceMs: number): Promise<void>
  /** Stops watching and leaves it running. */
  detach(): void
}
