import type { Format } from './format.ts'

/** A field of a raw message, read as the format reads it; a plain property where the format has no reader of its own. */
export function fieldOfMessage(raw: object, field: string, format: Format): unknown {
  return format.field ? format.field(raw, field) : (raw as Readonly<Record<string, unknown>>)[field]
}
