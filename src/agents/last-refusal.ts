import { detectErrorType } from '../repair/detect-error-type.ts'
import type { StoredRefusal } from './agent.ts'

/** The provider's verdict in one record; `undefined`: none. */
export type StoredVerdict = 'accepted' | StoredRefusal | undefined

/**
 * The refusal that a session is in now: an error about its structure with no accepted answer behind it. Errors of another kind
 * behind it (overload, a lost connection) do not take it back.
 *
 * @param records in the order in which they were said
 */
export function lastRefusal<Entry>(
  records: readonly Entry[],
  verdictOf: (record: Entry) => StoredVerdict,
): StoredRefusal | undefined {
  for (let index = records.length - 1; index >= 0; index -= 1) {
    const verdict = verdictOf(records[index]!)
    if (verdict === 'accepted') return undefined
    if (verdict && detectErrorType(verdict.says) !== null) return verdict
  }
  return undefined
}

/** A time as ISO 8601, for `atMs`; no field where it cannot be read. */
export function timeOf(timestamp: unknown): Pick<StoredRefusal, 'atMs'> {
  const atMs = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  return Number.isNaN(atMs) ? {} : { atMs }
}
