import { isRecord } from '../../json/is-record.ts'
import { firstOf, toolSpellings } from '../../transcript/tool-spellings.ts'

type Fields = Readonly<Record<string, unknown>>

/** The names under which a custom tool's input may stand. */
const customInput = ['input', 'arguments', 'args'] as const

/**
 * The meaning of a call whose name and input stand beside its type instead of below it; undefined when it is nested as the API wants it.
 */
export function flatCall(
  call: Fields,
  type: 'function' | 'custom',
): Readonly<Record<'id' | 'name' | 'input', unknown>> | undefined {
  if (isRecord(call[type])) return undefined
  return {
    id: firstOf(call, toolSpellings.id),
    name: firstOf(call, toolSpellings.name),
    input: firstOf(call, inputsOf(type)),
  }
}

/** The call with its name and input below its type; fields without a meaning for the API stay beside it. */
export function nestedCall(call: Fields, type: 'function' | 'custom'): Fields {
  const flat = flatCall(call, type)
  if (flat === undefined) return call
  const read: ReadonlySet<string> = new Set([...toolSpellings.id, ...toolSpellings.name, ...inputsOf(type)])
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
  return type === 'custom' ? customInput : toolSpellings.call
}

function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
