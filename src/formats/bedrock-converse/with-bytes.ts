import { isRecord } from '../../json/is-record.ts'
import { revivedBytes } from '../../json/revived-bytes.ts'
import { withField } from '../../json/with-field.ts'

/** The fields that hold bytes: in the source of a medium, and in redacted reasoning. */
const byteFields: ReadonlySet<string> = new Set(['bytes', 'redactedContent'])
/** Fields whose content is a tool's own and may look like bytes. */
const free: ReadonlySet<string> = new Set(['json', 'text'])

/** A value with the bytes that a store has written as JSON restored; itself when there are none. */
export function withBytes(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withBytes)
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isRecord(value) || ArrayBuffer.isView(value)) return value
  let revived: unknown = value
  for (const field in value) {
    if (free.has(field)) continue
    const held = value[field]
    const meant = byteFields.has(field) ? (revivedBytes(held) ?? held) : withBytes(held)
    if (meant !== held) revived = withField(revived, field, meant)
  }
  return revived
}
