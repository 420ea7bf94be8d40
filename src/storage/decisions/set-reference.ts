import { type Decision, done } from '../decision.ts'
import { ensureSession, fence, writeNeeds } from '../rules/session-rules.ts'
import type { WriteOptions } from '../write-options.ts'

export interface SetReferenceCommand extends WriteOptions {
  readonly sessionID: string
  readonly responseID: string
  readonly replaces: string | null
}

/** Only the last response of a chain is kept: the id that it continued is forgotten, so that the index stays small. */
export const setReference: Decision<SetReferenceCommand, void> = {
  needs: writeNeeds,
  decide(facts, command, now) {
    const { sessionID, responseID, replaces } = command
    const refusal = fence(facts, command)
    if (refusal) return { refusal }
    return done([
      ...ensureSession(facts, sessionID, now),
      ...(replaces === null ? [] : [{ type: 'reference_dropped' as const, sessionID, id: replaces }]),
      { type: 'reference_saved', sessionID, id: responseID },
    ])
  },
}
