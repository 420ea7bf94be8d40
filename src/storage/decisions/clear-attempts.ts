import { type Decision, done } from '../decision.ts'
import { fence, livingSession, writeNeeds } from '../rules/session-rules.ts'
import type { WriteOptions } from '../write-options.ts'

export interface ClearAttemptsCommand extends WriteOptions {
  readonly sessionID: string
}

export const clearAttempts: Decision<ClearAttemptsCommand, void> = {
  needs: writeNeeds,
  decide(facts, command) {
    const { sessionID } = command
    const refusal = fence(facts, command)
    if (refusal) return { refusal }
    if (livingSession(facts) === null) return done()
    return done([{ type: 'attempts_cleared', sessionID }])
  },
}
