import type { AttemptStore } from '../attempt-store.ts'
import { clearAttempts } from '../decisions/clear-attempts.ts'
import { takeAttempt } from '../decisions/take-attempt.ts'
import type { Execute } from './execute.ts'

export function attemptsOver(execute: Execute): AttemptStore {
  return {
    take: (sessionID, fingerprint, rung, options) =>
      execute(takeAttempt, { sessionID, fingerprint, rung: String(rung), lease: options?.lease }),
    clear: (sessionID, options) => execute(clearAttempts, { sessionID, lease: options?.lease }),
  }
}
