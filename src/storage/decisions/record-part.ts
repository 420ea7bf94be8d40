import { type Decision, unchanged } from '../decision.ts'
import { type PartInput, settlePart } from '../rules/part-rows.ts'
import { ensureSession, fence, livingSession, writeNeeds } from '../rules/session-rules.ts'
import type { PartRow } from '../rows.ts'
import type { WriteOptions } from '../write-options.ts'

export interface RecordPartCommand extends WriteOptions {
  readonly sessionID: string
  readonly part: PartInput
}

export const recordPart: Decision<RecordPartCommand, PartRow> = {
  needs: (command) => ({
    ...writeNeeds(command),
    part: { callId: command.part.callId, occurrence: command.part.occurrence },
  }),
  decide(facts, command, now) {
    const { sessionID } = command
    const refusal = fence(facts, command)
    if (refusal) return { refusal }
    const current = livingSession(facts) && facts.part
    const part = settlePart(current, command.part, now)
    if (part === null) return unchanged(current!)
    return {
      changes: [...ensureSession(facts, sessionID, now), { type: 'part_saved', sessionID, part }],
      result: part,
    }
  },
}
