import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { sameItems } from '../../json/same-items.ts'

/**
 * The SDK takes bytes where the wire has base64. Conversations are checked and stored as they are on the wire: bytes have no
 * JSON of their own. Messages without bytes are their own wire form.
 */
const wireForms = new WeakMap<object, { readonly form: unknown; readonly content: readonly unknown[] }>()
const sdkForms = new WeakMap<object, unknown>()

/** Messages as they are on the wire. The same message always gives the same object. */
export function toWire(messages: readonly unknown[]): readonly unknown[] {
  return messages.map((message) => {
    if (!isRecord(message)) return message
    const content = listOf(message['content'])
    const known = wireForms.get(message)
    // The caller may have appended to a message that was sent before.
    if (known !== undefined && sameItems(known.content, content)) return known.form
    const form = withoutBytes(message)
    wireForms.set(message, { form, content: [...content] })
    if (isRecord(form)) sdkForms.set(form, message)
    return form
  })
}

/** Messages as the SDK takes them: the caller's own where they were not changed. */
export function fromWire(messages: readonly unknown[]): readonly unknown[] {
  return messages.map((message) => (isRecord(message) && sdkForms.get(message)) ?? withBytes(message))
}

function withoutBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return mapped(value, withoutBytes)
}

/** Only these fields are bytes in the SDK's types. */
const byteFields: ReadonlySet<string> = new Set(['bytes', 'redactedContent'])

function withBytes(value: unknown): unknown {
  return mapped(value, (inner, field) =>
    typeof inner === 'string' && byteFields.has(field)
      ? new Uint8Array(Buffer.from(inner, 'base64'))
      : withBytes(inner),
  )
}

/** The value with every inner value mapped; the same object when nothing changes (I6). */
function mapped(value: unknown, change: (inner: unknown, field: string) => unknown): unknown {
  if (Array.isArray(value)) {
    const list = value.map((inner) => change(inner, ''))
    return list.some((inner, index) => inner !== value[index]) ? list : value
  }
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([field, inner]) => [field, change(inner, field)] as const)
  return entries.some(([field, inner]) => inner !== value[field]) ? Object.fromEntries(entries) : value
}
