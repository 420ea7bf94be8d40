import { SupervisorError } from './supervisor-error.ts'

/** The error of a living supervisor whose session another one has taken over (I15). */
export function takenError(sessionID: string, cause?: unknown): SupervisorError {
  return new SupervisorError(
    'held',
    `Another supervisor looks after ${sessionID} by now.`,
    'Tell that one, or ask for the session again when it is gone.',
    { cause },
  )
}
