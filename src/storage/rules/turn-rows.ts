import { isRecord } from '../../json/is-record.ts'
import type { JsonText, TurnRow } from '../rows.ts'
import { fromJsonText } from '../to-json-text.ts'
import type { Turn, TurnState } from '../turn-store.ts'

/** How far a turn has come; both final states are equally far. */
export const TURN_PROGRESS: Readonly<Record<TurnState, number>> = {
  submitted: 0,
  worker_started: 1,
  assistant_started: 2,
  completed: 3,
  interrupted: 3,
}

export const isTurnState = (value: unknown): value is TurnState =>
  typeof value === 'string' && Object.hasOwn(TURN_PROGRESS, value)

export const isFinal = (state: TurnState): boolean => TURN_PROGRESS[state] === TURN_PROGRESS.completed

/** Merges the fields of objects, so that partial output is not lost when the reason of an interruption is added. */
export function mergeData(former: JsonText | null, given: JsonText | null): JsonText | null {
  if (former === null || given === null) return given ?? former
  const before = fromJsonText(former, 'data of a turn')
  const after = fromJsonText(given, 'data of a turn')
  return isRecord(before) && isRecord(after) ? JSON.stringify({ ...before, ...after }) : given
}

export function toTurn(sessionID: string, row: TurnRow): Turn {
  const { turnID, state, input, tools, data, provenance, createdAt, updatedAt } = row
  return {
    sessionID,
    turnID,
    state,
    ...(input !== null && { input: fromJsonText(input, 'input of a turn') }),
    ...(tools !== null && { tools: fromJsonText(tools, 'tools of a turn') }),
    ...(provenance !== null && { provenance }),
    ...(data !== null && { data: fromJsonText(data, 'data of a turn') }),
    createdAt,
    updatedAt,
  }
}
