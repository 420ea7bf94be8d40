import type { RequestBody } from '../../formats/format.ts'
import { isRecord } from '../../json/is-record.ts'

/** What `body` of InvokeModel may be: JSON in text or bytes. */
type Payload = string | Uint8Array

/** The body of an InvokeModel for the Messages API, with the model added from beside it; null for other bodies. */
export function readInvokeBody(payload: unknown, modelID: unknown): RequestBody | null {
  const body = parse(payload)
  // Bodies of other vendors have `messages` too; only Anthropic's must name a version of the API.
  if (body === null || typeof body['anthropic_version'] !== 'string' || !Array.isArray(body['messages'])) return null
  return typeof modelID === 'string' ? { ...body, model: modelID } : body
}

/** The body to send: without the model, and with the beta values that a repair needs, which go into the body here. */
export function writeInvokeBody(
  { model: _model, ...body }: RequestBody,
  betas: readonly string[],
  like: unknown,
): Payload {
  const given = body['anthropic_beta']
  const asked = [...(Array.isArray(given) ? (given as unknown[]) : []), ...betas]
  const text = JSON.stringify(asked.length === 0 ? body : { ...body, anthropic_beta: [...new Set(asked)] })
  return typeof like === 'string' ? text : new TextEncoder().encode(text)
}

/** JSON in text or bytes as an object; null for anything else. */
export function parse(payload: unknown): Record<string, unknown> | null {
  try {
    const text = typeof payload === 'string' ? payload : new TextDecoder().decode(payload as Uint8Array)
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    // No JSON, or no bytes: the API will report that itself.
    return null
  }
}
