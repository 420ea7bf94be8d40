import { type Decision, quote, unchanged } from '../decision.ts'
import { fence, livingSession, sessionOrNew, writeNeeds } from '../rules/session-rules.ts'
import type { JsonText, TurnRow } from '../rows.ts'
import type { Provenance } from '../turn-store.ts'
import type { WriteOptions } from '../write-options.ts'

export interface BeginTurnCommand extends WriteOptions {
  readonly sessionID: string
  /** Default: the next of the session. */
  readonly turnID?: string | undefined
  readonly input: JsonText | null
  readonly tools: JsonText | null
  readonly provenance: Provenance | null
}

export const beginTurn: Decision<BeginTurnCommand, TurnRow> = {
  needs: (command) => ({ ...writeNeeds(command), ...(command.turnID !== undefined && { turn: command.turnID }) }),
  decide(facts, command, now) {
    const { sessionID, input, tools, provenance } = command
    const refusal = fence(facts, command)
    if (refusal) return { refusal }
    const known = livingSession(facts) && facts.turn
    if (known !== null) {
      // The same request again, after an answer that was lost on the way.
      if (known.input === input) return unchanged(known)
      const message = `Turn ${quote(known.turnID)} of session ${quote(sessionID)} was begun with another input.`
      return { refusal: { code: 'turn_conflict', message, sessionID } }
    }
    const session = sessionOrNew(facts, sessionID, now)
    const key = Math.max(session.nextKey, numberOf(command.turnID))
    const turnID = command.turnID ?? `t${key}`
    const times = { createdAt: now, updatedAt: now }
    const turn: TurnRow = { turnID, key, state: 'submitted', input, tools, data: null, provenance, ...times }
    return {
      changes: [
        { type: 'session_saved', sessionID, session: { ...session, nextKey: key + 1 } },
        { type: 'turn_saved', sessionID, turn },
      ],
      result: turn,
    }
  },
}

/** Turns without a name are called by their key: a given name of that form takes its number, or a later turn would overwrite it. */
function numberOf(turnID: string | undefined): number {
  const digits = /^t([1-9]\d{0,8})$/.exec(String(turnID))?.[1]
  return digits === undefined ? 0 : Number(digits)
}
