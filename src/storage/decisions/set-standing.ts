import { type Decision, done } from '../decision.ts'
import { fence, sessionOrNew, writeNeeds } from '../rules/session-rules.ts'
import type { JsonText } from '../rows.ts'
import type { WriteOptions } from '../write-options.ts'

export interface SetStandingCommand extends WriteOptions {
  readonly sessionID: string
  readonly standing: JsonText | null
}

export const setStanding: Decision<SetStandingCommand, void> = {
  needs: writeNeeds,
  decide(facts, command, now) {
    const { sessionID, standing } = command
    const refusal = fence(facts, command)
    if (refusal) return { refusal }
    const session = { ...sessionOrNew(facts, sessionID, now), standing }
    return done([{ type: 'session_saved', sessionID, session }])
  },
}
