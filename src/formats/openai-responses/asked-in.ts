import { textOrJson } from '../../json/text-or-json.ts'
import { fieldsOf } from './item-fields.ts'

type Item = Readonly<Record<string, unknown>>

/** Which call it is, how far it has come, who made it and where it runs: nothing of what it asks. */
const envelope: ReadonlySet<string> = new Set([
  'type',
  'id',
  'call_id',
  'status',
  'role',
  'caller',
  'execution',
  'created_by',
])

/**
 * What a call asks. One of a built-in tool may ask in several fields (`action` and `actions` of a computer, the `name` of what is to be
 * approved), and a program may have written it in the field of another kind: then it is all that is not said of every call (I4).
 */
export function askedIn(raw: Item, type: string): unknown {
  const { builtIn, payload: field } = fieldsOf(type, raw)
  const input = raw[field] ?? undefined
  if (input !== undefined && builtIn === undefined) return input
  const fields = Object.entries(raw).filter(
    ([name, value]) => says(value) && !envelope.has(name) && (name !== 'name' || builtIn !== undefined),
  )
  if (input !== undefined && fields.length === 1) return input
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}

const says = (value: unknown): boolean =>
  (value ?? undefined) !== undefined && !(Array.isArray(value) && value.length === 0)

/** Fields in which the items of the provider's own tools tell what was asked; what came back stands beside it. */
const hosted = ['arguments', 'queries', 'action', 'revised_prompt']

/** The same of a tool that the provider runs itself, as texts. */
export function askedOfHosted(raw: Item): readonly string[] {
  return hosted.flatMap((field) => (says(raw[field]) ? [textOrJson(raw[field])] : []))
}
