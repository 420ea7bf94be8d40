import { type Decision, unchanged } from '../decision.ts'
import { ensureSession, fence, livingSession, writeNeeds } from '../rules/session-rules.ts'
import type { WriteOptions } from '../write-options.ts'

export interface TakeAttemptCommand extends WriteOptions {
  readonly sessionID: string
  readonly fingerprint: string
  readonly rung: string
}

export const takeAttempt: Decision<TakeAttemptCommand, boolean> = {
  needs: (command) => ({
    ...writeNeeds(command),
    attempt: { fingerprint: command.fingerprint, rung: command.rung },
  }),
  decide(facts, command, now) {
    const { sessionID, fingerprint, rung } = command
    const refusal = fence(facts, command)
    if (refusal) return { refusal }
    if (livingSession(facts) && facts.isAttempted) return unchanged(false)
    const taken = { type: 'attempt_added', sessionID, fingerprint, rung } as const
    return { changes: [...ensureSession(facts, sessionID, now), taken], result: true }
  },
}
