import { objectOf, stringOf } from './stored-rows.ts'

type Shape = Readonly<Record<string, 'string' | 'object'>>

/** The fields of a part that opencode 1.18 needs for the request or for its API; a missing one kills the session. */
const partShapes: Readonly<Record<string, Shape>> = {
  text: { text: 'string' },
  reasoning: { text: 'string' },
  file: { mime: 'string', url: 'string' },
  tool: { tool: 'string', callID: 'string', state: 'object' },
}

const stateShapes: Readonly<Record<string, Shape>> = {
  pending: { input: 'object' },
  running: { input: 'object', time: 'object' },
  completed: { input: 'object', output: 'string', title: 'string', metadata: 'object', time: 'object' },
  error: { input: 'object', error: 'string', time: 'object' },
}

const messageShapes: Readonly<Record<string, Shape>> = {
  user: { time: 'object', agent: 'string', model: 'object' },
  assistant: { time: 'object', parentID: 'string', modelID: 'string', providerID: 'string', tokens: 'object' },
}

const readers = { string: stringOf, object: objectOf } as const

function missingField(value: Record<string, unknown>, shape: Shape | undefined): string | undefined {
  return Object.entries(shape ?? {}).find(([field, kind]) => readers[kind](value, field) === undefined)?.[0]
}

/** The first field that opencode needs and the part does not hold. Types that are not listed pass. */
export function partProblem(value: Record<string, unknown>): string | undefined {
  const type = stringOf(value, 'type')
  if (type === undefined) return 'type'
  const missing = missingField(value, partShapes[type])
  if (missing !== undefined || type !== 'tool') return missing
  const state = objectOf(value, 'state')!
  const shape = stateShapes[stringOf(state, 'status') ?? '']
  const field = shape ? missingField(state, shape) : 'status'
  return field === undefined ? undefined : `state.${field}`
}

/** The first field that opencode needs and the message does not hold. */
export function messageProblem(value: Record<string, unknown>): string | undefined {
  const shape = messageShapes[stringOf(value, 'role') ?? '']
  return shape ? missingField(value, shape) : 'role'
}
