import { constants } from 'node:os'
import { sendSignal } from '../../supervisor/executors/end-process.ts'

/** The target of a signal to the supervisor. */
export interface Supervised {
  /** The pid of the running program; undefined between two attempts. */
  readonly pid: number | undefined
  /** Adopted, or in tmux: the program survives its supervisor. */
  readonly isLeft: boolean
  /** Ctrl-C at a terminal has reached the program already. */
  readonly isTerminal: boolean
}

/**
 * Passes a signal on to the program. What the supervisor itself ends with where there is none that could be asked to end: its
 * end may not have been noticed yet, or it may be another user's.
 */
export function answerSignal(signal: NodeJS.Signals, { pid, isLeft, isTerminal }: Supervised): number | undefined {
  const code = 128 + constants.signals[signal]
  if (pid === undefined || isLeft) return code
  try {
    return sendSignal(pid, isTerminal && signal === 'SIGINT' ? 0 : signal) ? undefined : code
  } catch {
    return code
  }
}
