import { isRecord } from '../../json/is-record.ts'
import { parsedJson } from '../../json/parsed-json.ts'
import { callCopies } from './call-copies.ts'
import { callIdOf } from './call-id-of.ts'

type Fields = Readonly<Record<string, unknown>>

/** What no provider takes for the name of a tool has not been one. */
const anyName = /^[\w.:-]+$/

/**
 * An entry of `tool_calls` whose name or input is none, with those of what repeats it in its message: that is what the model has asked,
 * and where a package sends the copy, what the provider has seen. Undefined where the entry is whole, or no copy is.
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

/** The name and the input of a call in the words of any API. */
function askedBy(copy: Fields): Fields {
  const { args, arguments: text, input, name } = isRecord(copy['function']) ? copy['function'] : copy
  const asked = args ?? input ?? text
  return { name, args: typeof asked === 'string' ? parsedJson(asked) : asked }
}
