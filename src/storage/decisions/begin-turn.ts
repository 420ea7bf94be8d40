import { type Decision, quote, unchanged } from '../decision.ts'
import { fence, livingSession, sessionOrNew, writeNeeds } from '../rules/session-rules.ts'
import type { JsonText, TurnRow } from '../rows.ts'
import type { Provenance } from '../turn-store.ts'
import type { WriteOptions } from '../write-options.ts'

export interface BeginTurnCommand extends WriteOptions {
  readonly sessionID: string
  /** Default: `t` and the session's next key. */
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
      // The caller repeats a request whose answer it never received.
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

/** The key within a given id like `t7`. Generated ids have that form, so the turn takes this key, or a later turn would overwrite it. */
function numberOf(turnID: string | undefined): number {
  const digits = /^t([1-9]\d{0,8})$/.exec(String(turnID))?.[1]
  return digits === undefined ? 0 : Number(digits)
}
