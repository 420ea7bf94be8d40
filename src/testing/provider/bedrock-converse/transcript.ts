import { isRecord, type JsonRecord } from '../shared/records.ts'

/** A content block, healthy or not. */
export type TestConverseBlock = { [member: string]: unknown }

/** A message, healthy or not. */
export type TestConverseMessage = { role: 'user' | 'assistant'; content: TestConverseBlock[]; [field: string]: unknown }

/** A conversation together with the rest of its Converse input; `request` holds no messages. */
export type ConverseTranscript = {
  request: JsonRecord & { modelId: string }
  messages: TestConverseMessage[]
}

/** The wire form of what the SDK sends: bytes become base64. */
export function onWire(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(onWire)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, onWire(inner)]))
}
