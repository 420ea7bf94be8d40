import { completeJson } from '../../json/complete-json.ts'
import { marked, syntheticText } from '../../faults/synthetic-text.ts'
import { messageProblem, partProblem } from './row-shapes.ts'
import { objectOf, parseRow, stringOf, type StoredRow, type StoredSession } from './stored-rows.ts'
import { isRecord } from '../../json/is-record.ts'

/** `event`: from opencode's own event log; `completed`: from the readable rest of the row, with missing fields filled in. */
export interface RestoredRow {
  readonly value: Record<string, unknown>
  readonly from: 'event' | 'completed'
}

/** The last state of a row in opencode's event log, without its ids. */
export type LastEvent = (id: string) => Record<string, unknown> | undefined

/** The readable rest of a damaged row. */
function remains(row: StoredRow): Record<string, unknown> {
  const value = parseRow(row) ?? completeJson(row.text)
  return isRecord(value) ? value : {}
}

/** A tool part with a lost result or an unreadable state gets a state that says so, and keeps the call. */
function withState(value: Record<string, unknown>, row: StoredRow): Record<string, unknown> {
  const state = objectOf(value, 'state') ?? {}
  const time = objectOf(state, 'time') ?? { start: row.timeCreated, end: row.timeUpdated }
  const input = objectOf(state, 'input') ?? {}
  const output = stringOf(state, 'output')
  const metadata = objectOf(state, 'metadata') ?? {}
  if (state['status'] === 'completed' && output !== undefined)
    return { ...value, state: { ...state, input, output, title: stringOf(state, 'title') ?? '', metadata, time } }
  const error = stringOf(state, 'error') ?? marked(syntheticText.notAvailable)
  return { ...value, state: { status: 'error', input, error, time } }
}

/** The part as it can be restored; `undefined` when nothing of it can be sent. */
export function restorePart(row: StoredRow, lastEvent: LastEvent): RestoredRow | undefined {
  const event = lastEvent(row.id)
  if (event && partProblem(event) === undefined) return { value: event, from: 'event' }
  const rest = remains(row)
  const value = rest['type'] === 'tool' ? withState(rest, row) : rest
  return partProblem(value) === undefined ? { value, from: 'completed' } : undefined
}

const assistantParts: ReadonlySet<unknown> = new Set(['tool', 'reasoning', 'step-start', 'step-finish'])

/** The message as it can be restored: its parts tell the role, its neighbours the model. */
export function restoreMessage(row: StoredRow, session: StoredSession, lastEvent: LastEvent): RestoredRow | undefined {
  const event = lastEvent(row.id)
  if (event && messageProblem(event) === undefined) return { value: event, from: 'event' }
  const { role: told, ...rest } = remains(row)
  const spoken = session.parts.some(({ messageId, text }) => {
    return messageId === row.id && assistantParts.has(parseRow({ text })?.['type'])
  })
  // The cut may have gone through the role itself.
  const role = told === 'user' || told === 'assistant' ? told : spoken ? 'assistant' : 'user'
  const at = session.messages.indexOf(row)
  const near = [...session.messages.slice(0, at).toReversed(), ...session.messages.slice(at + 1)].map((each) => {
    return { id: each.id, value: parseRow(each) }
  })
  const user = near.find(({ value }) => value?.['role'] === 'user')
  const alike = near.find(({ value }) => value?.['role'] === role && messageProblem(value) === undefined)?.value
  const model = objectOf(user?.value, 'model')
  const time = objectOf(rest, 'time') ?? { created: row.timeCreated, completed: row.timeUpdated }
  const agent = [rest, alike, ...near.map(({ value }) => value)]
    .map((value) => stringOf(value, 'agent'))
    .find((name) => name !== undefined)
  const filled: Record<string, unknown> =
    role === 'user'
      ? { role, time, agent, model: objectOf(alike, 'model') ?? modelOf(near.map(({ value }) => value)), ...rest }
      : {
          parentID: user?.id,
          role,
          mode: agent,
          agent,
          path: { cwd: session.directory, root: session.directory },
          cost: 0,
          tokens: { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } },
          modelID: stringOf(alike, 'modelID') ?? stringOf(model, 'modelID'),
          providerID: stringOf(alike, 'providerID') ?? stringOf(model, 'providerID'),
          time,
          ...rest,
        }
  return messageProblem(filled) === undefined ? { value: filled, from: 'completed' } : undefined
}

function modelOf(near: readonly (Record<string, unknown> | undefined)[]): unknown {
  const spoken = near.find((value) => stringOf(value, 'modelID') !== undefined)
  return spoken && { providerID: spoken['providerID'], modelID: spoken['modelID'] }
}
