import type { DetectedError } from './detected-error.ts'

/** What an error says: the fault that it reports, or whether anything else in it tells why the request was refused. */
export interface ErrorVerdict {
  readonly detected: DetectedError | null
  /** The error is known to be about something else than the messages, or quotes somebody else's error. */
  readonly isExplained: boolean
}

export const explained: ErrorVerdict = { detected: null, isExplained: true }
export const unexplained: ErrorVerdict = { detected: null, isExplained: false }
