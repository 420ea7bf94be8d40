import { SupervisorError } from './supervisor-error.ts'

/** A session that was taken from a supervisor that still lives: its signs of life did not arrive (I15). */
export function takenError(sessionID: string, cause?: unknown): SupervisorError {
  return new SupervisorError(
    'held',
    `Another supervisor looks after ${sessionID} by now.`,
    'Tell that one, or ask for the session again when it is gone.',
    { cause },
  )
}
