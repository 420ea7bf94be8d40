import { isRecord } from '../../json/is-record.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Where frameworks and the other APIs put the parts of a call, flat: `{ id, name, args }` of LangChain, `{ toolCallId, toolName, input }` of
 * the AI SDK, `{ call_id, name, arguments }` of Responses, `{ id, name, input }` of Anthropic. In the order in which they are looked for.
 */
const spellings = {
  id: ['call_id', 'toolCallId', 'tool_call_id', 'id'],
  name: ['name', 'toolName', 'tool_name'],
  input: ['arguments', 'args', 'input', 'parameters'],
} as const
/** The input of a custom tool has this name here, too. */
const customInput = ['input', 'arguments', 'args'] as const

/** What a call means whose parts stand beside its type instead of below it; undefined where it is nested as the API wants it. */
export function flatCall(
  call: Fields,
  type: 'function' | 'custom',
): Readonly<Record<'id' | 'name' | 'input', unknown>> | undefined {
  if (isRecord(call[type])) return undefined
  return {
    id: firstOf(call, spellings.id),
    name: firstOf(call, spellings.name),
    input: firstOf(call, inputsOf(type)),
  }
}

/** The call as the API wants it: what stood beside its type stands below it, and what says nothing to the API stays beside it. */
export function nestedCall(call: Fields, type: 'function' | 'custom'): Fields {
  const flat = flatCall(call, type)
  if (flat === undefined) return call
  const read: ReadonlySet<string> = new Set([...spellings.id, ...spellings.name, ...inputsOf(type)])
  const rest = Object.entries(call).filter(([field]) => !read.has(field))
  const inner = { name: flat.name, [type === 'custom' ? 'input' : 'arguments']: flat.input }
  return {
    ...given({ id: flat.id }),
    ...Object.fromEntries(rest),
    type,
    [type]: given(inner),
  }
}

function inputsOf(type: 'function' | 'custom'): readonly string[] {
  return type === 'custom' ? customInput : spellings.input
}

function firstOf(call: Fields, names: readonly string[]): unknown {
  const named = names.find((name) => call[name] !== undefined)
  return named === undefined ? undefined : call[named]
}

function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
