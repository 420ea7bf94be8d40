import type { Change } from '../change.ts'
import type { Decision } from '../decision.ts'
import type { SessionRow } from '../rows.ts'
import { livingSession } from '../rules/session-rules.ts'
import { recordParts, type RecordPartsCommand, settleParts } from './record-parts.ts'

type WithParts<Command> = Command & RecordPartsCommand

/** A decision on messages that also records the states of their tool calls: one transaction, and one fsync, per turn. */
export function withParts<Command>(
  decision: Decision<WithParts<Command>, number>,
): Decision<WithParts<Command>, number> {
  return {
    needs: (command) =>
      command.parts.length === 0
        ? decision.needs(command)
        : { ...decision.needs(command), parts: recordParts.needs(command).parts! },
    decide(facts, command, now) {
      const outcome = decision.decide(facts, command, now)
      if (outcome.refusal || command.parts.length === 0) return outcome
      const session = savedSession(outcome.changes) ?? facts.session
      const parts = livingSession(facts) ? facts.parts : []
      const { changes } = settleParts({ ...facts, session, parts }, command, now)
      return { changes: [...outcome.changes, ...changes], result: outcome.result }
    },
  }
}

/** The session's row after the changes. */
function savedSession(changes: readonly Change[]): SessionRow | undefined {
  return changes.findLast((change) => change.type === 'session_saved')?.session
}
