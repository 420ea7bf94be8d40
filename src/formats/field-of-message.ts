import type { Format } from './format.ts'

/** A field of a raw message, as its format reads fields: most messages are plain objects. */
export function fieldOfMessage(raw: object, field: string, format: Format): unknown {
  return format.field ? format.field(raw, field) : (raw as Readonly<Record<string, unknown>>)[field]
}
