import { asParsed, onlyAsText } from './as-parsed.ts'
import { findLoneSurrogate, type LoneSurrogate } from './lone-surrogate.ts'
import { isRecord, type JsonRecord } from './records.ts'

/** An API's wordings for an unreadable body: a lone surrogate, invalid JSON, no object. */
export type BodyWordings = { surrogate: (found: LoneSurrogate) => string; syntax: string; shape: string }

/**
 * Reads the body of a request, given as a value or as JSON text; for an unreadable one returns the API's refusal.
 *
 * @example readJsonBody('[]', wordings) // { message: wordings.shape }
 */
export function readJsonBody(request: unknown, wordings: BodyWordings): { body: JsonRecord } | { message: string } {
  const told = typeof request === 'string' ? onlyAsText : asParsed(request)
  if (told !== onlyAsText) return isRecord(told) ? { body: told } : { message: wordings.shape }
  const text = typeof request === 'string' ? request : (JSON.stringify(request) ?? 'null')
  const surrogate = findLoneSurrogate(text)
  if (surrogate !== null) return { message: wordings.surrogate(surrogate) }
  try {
    const body: unknown = JSON.parse(text)
    return isRecord(body) ? { body } : { message: wordings.shape }
  } catch {
    return { message: wordings.syntax }
  }
}
