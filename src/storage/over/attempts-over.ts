import type { AttemptStore } from '../attempt-store.ts'
import { clearAttempts } from '../decisions/clear-attempts.ts'
import { takeAttempt } from '../decisions/take-attempt.ts'
import { checked } from '../rules/checked.ts'
import type { Execute } from './execute.ts'

export function attemptsOver(execute: Execute): AttemptStore {
  return {
    take: async (sessionID, fingerprint, rung, options) =>
      execute(takeAttempt, { sessionID, fingerprint, rung: String(rung), lease: checked(options).lease }),
    clear: async (sessionID, options) => execute(clearAttempts, { sessionID, lease: checked(options).lease }),
  }
}
