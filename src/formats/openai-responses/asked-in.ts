import { textOrJson } from '../../json/text-or-json.ts'
import { fieldsOf } from './item-fields.ts'

type Item = Readonly<Record<string, unknown>>

/** Fields that identify a call and its state, and are no input. */
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
 * The input of a call. A built-in tool may have it in several fields (`action` and `actions` of a computer, the `name` in an approval
 * request), and a program may have written it in the field of another kind: then it is every field outside {@link envelope} (I4).
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

/** Fields in which items of provider tools keep their input; their output stands beside it. */
const hosted = ['arguments', 'queries', 'action', 'revised_prompt']

/** The input of a provider tool's call, as texts. */
export function askedOfHosted(raw: Item): readonly string[] {
  return hosted.flatMap((field) => (says(raw[field]) ? [textOrJson(raw[field])] : []))
}
