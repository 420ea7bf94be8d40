import { type Decision, quote, type Refusal, unchanged } from '../decision.ts'
import { fence, livingSession, unknownSession, writeNeeds } from '../rules/session-rules.ts'
import { isFinal, mergeData, TURN_PROGRESS } from '../rules/turn-rows.ts'
import type { JsonText, TurnRow } from '../rows.ts'
import type { TurnState } from '../turn-store.ts'
import type { WriteOptions } from '../write-options.ts'

export interface AdvanceTurnCommand extends WriteOptions {
  readonly sessionID: string
  readonly turnID: string
  readonly state: TurnState
  readonly data: JsonText | null
}

export const advanceTurn: Decision<AdvanceTurnCommand, TurnRow> = {
  needs: (command) => ({ ...writeNeeds(command), turn: command.turnID }),
  decide(facts, command, now) {
    const { sessionID, turnID, state } = command
    const refusal = fence(facts, command)
    if (refusal) return { refusal }
    if (livingSession(facts) === null) return { refusal: unknownSession(sessionID) }
    const { turn } = facts
    if (turn === null)
      return { refusal: refuse('not_found', `Session ${quote(sessionID)} has no turn ${quote(turnID)}.`) }
    const what = `Turn ${quote(turnID)} of session ${quote(sessionID)} is ${turn.state} and cannot become ${state}.`
    if (isFinal(turn.state)) return turn.state === state ? unchanged(turn) : { refusal: refuse('turn_final', what) }
    if (TURN_PROGRESS[state] < TURN_PROGRESS[turn.state]) return { refusal: refuse('turn_conflict', what) }
    const data = mergeData(turn.data, command.data)
    if (state === turn.state && data === turn.data) return unchanged(turn)
    const next = { ...turn, state, data, updatedAt: now }
    return { changes: [{ type: 'turn_saved', sessionID, turn: next }], result: next }

    function refuse(code: Refusal['code'], message: string): Refusal {
      return { code, message, sessionID }
    }
  },
}
