import { advanceTurn } from '../decisions/advance-turn.ts'
import { beginTurn } from '../decisions/begin-turn.ts'
import { byBeginning } from '../rules/listing-order.ts'
import { isFinal, isTurnState, TURN_PROGRESS, toTurn } from '../rules/turn-rows.ts'
import { checked, checkedText } from '../rules/checked.ts'
import { checkLimit } from '../rules/check-limit.ts'
import type { JsonText } from '../rows.ts'
import type { StoreBackend } from '../store-backend.ts'
import { StoreError } from '../store-error.ts'
import { toJsonText } from '../to-json-text.ts'
import type { Turn, TurnStore } from '../turn-store.ts'
import type { Execute } from './execute.ts'

export function turnsOver(backend: StoreBackend, execute: Execute): TurnStore {
  const pendingOfAll = async (limit?: number): Promise<Turn[]> =>
    (await backend.pendingTurns(limit))
      .toSorted(byBeginning)
      .slice(0, limit)
      .map(({ sessionID, turn }) => toTurn(sessionID, turn))
  return {
    async begin(sessionID, options) {
      const { turnID, input, tools, provenance, lease } = checked(options)
      const command = {
        sessionID,
        turnID,
        input: optionalText(input, 'input of a turn'),
        tools: optionalText(tools, 'tools of a turn'),
        provenance: provenance ?? null,
        lease,
      }
      return toTurn(sessionID, await execute(beginTurn, command))
    },
    async advance(sessionID, turnID, state, data, options) {
      checkedText('The id of a turn', turnID)
      if (!isTurnState(state)) {
        const states = Object.keys(TURN_PROGRESS).join(', ')
        throw new StoreError({ code: 'invalid_value', message: `The state of a turn must be one of ${states}.` })
      }
      const text = optionalText(data, 'data of a turn')
      return toTurn(
        sessionID,
        await execute(advanceTurn, { sessionID, turnID, state, data: text, lease: checked(options).lease }),
      )
    },
    async pending(sessionID) {
      if (sessionID === undefined) return pendingOfAll()
      const { turns } = await backend.load({ sessionID, turns: true })
      return turns.filter(({ state }) => !isFinal(state)).map((turn) => toTurn(sessionID, turn))
    },
    async oldestPending(limit) {
      checkLimit(limit)
      return pendingOfAll(limit)
    },
    async get(sessionID, turnID) {
      checkedText('The id of a turn', turnID)
      const { turn } = await backend.load({ sessionID, turn: turnID })
      return turn && toTurn(sessionID, turn)
    },
    async list(sessionID) {
      const { turns } = await backend.load({ sessionID, turns: true })
      return turns.map((turn) => toTurn(sessionID, turn))
    },
  }
}

function optionalText(value: unknown, what: string): JsonText | null {
  return value === undefined ? null : toJsonText(value, what)
}
