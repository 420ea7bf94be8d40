import { completeJson } from '../../json/complete-json.ts'
import type { LogDamage } from '../../record-log/log-entry.ts'
import { asBuffer } from '../../record-log/read-object.ts'
import { isRecord } from '../../json/is-record.ts'

/** How to recognise a program's records, and what of a torn one may be kept. */
export interface DamageReader {
  isRecord(value: Record<string, unknown>): boolean
  /** The record of a line that was cut off, as far as it has content; `undefined` otherwise. */
  ofTorn(value: Record<string, unknown>): Record<string, unknown> | undefined
}

/**
 * The record that damaged bytes still hold. The torn last line is the commonest damage of all, and what stands in it is the
 * answer that a person was reading when the process died: words stay as far as they go (I4), while half a call is no call.
 */
export function readableDamage(entry: LogDamage, reader: DamageReader): Record<string, unknown> | undefined {
  if (entry.lenient) return reader.isRecord(entry.lenient) ? entry.lenient : undefined
  if (entry.reason !== 'torn') return undefined
  const value = completeJson(
    asBuffer(entry.bytes)
      .toString('utf8')
      .replace(/\uFFFD+$/, ''),
  )
  return isRecord(value) ? reader.ofTorn(value) : undefined
}

/** The text parts of a content that say something. */
export function saidParts(content: unknown, types: ReadonlySet<unknown>): readonly Record<string, unknown>[] {
  if (!Array.isArray(content)) return []
  return content.filter(
    (part): part is Record<string, unknown> =>
      isRecord(part) && types.has(part['type']) && typeof part['text'] === 'string' && part['text'].trim() !== '',
  )
}
