import { isRecord } from '../../json/is-record.ts'
import { parsedJson } from '../../json/parsed-json.ts'
import { callCopies } from './call-copies.ts'
import { callIdOf } from './call-id-of.ts'

type Fields = Readonly<Record<string, unknown>>

/** A tool name that some provider accepts; anything else was never one. */
const anyName = /^[\w.:-]+$/

/**
 * An entry of `tool_calls` with an invalid name or input, with those of its copy in the message: the copy holds the model's call, and is
 * what the provider saw if the package sends it. Undefined when the entry is valid, or no copy is.
 */
export function restoredCall(message: unknown, entry: Fields): Fields | undefined {
  if (isRecord(entry['function']) || isWhole(entry)) return undefined
  const id = callIdOf(entry)
  if (!id) return undefined
  const copies = callCopies(message).flat()
  const asked = copies
    .filter((copy) => callIdOf(copy) === id)
    .map(askedBy)
    .find(isWhole)
  return asked && { ...entry, ...asked }
}

function isWhole({ args, name }: Fields): boolean {
  return isRecord(args) && typeof name === 'string' && anyName.test(name)
}

/** The name and input of a call in any API's form. */
function askedBy(copy: Fields): Fields {
  const { args, arguments: text, input, name } = isRecord(copy['function']) ? copy['function'] : copy
  const asked = args ?? input ?? text
  return { name, args: typeof asked === 'string' ? parsedJson(asked) : asked }
}
