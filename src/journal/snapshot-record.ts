import { isRecord } from '../json/is-record.ts'

/** The type of the record that a compaction leaves in the place of all records up to its number. */
export const SNAPSHOT_TYPE = 'journal.snapshot'

/** Whether a journal may begin with this record although its number is not 1. */
export function isSnapshot({ type }: { readonly type: string }): boolean {
  return type === SNAPSHOT_TYPE
}

/** The type of the record that brings an earlier state back. */
export const RESTORED_TYPE = 'journal.restored'

/** Whether the session is what this record says, whatever stood before it. */
export function holdsAll({ type }: { readonly type: string }): boolean {
  return isSnapshot({ type }) || type === RESTORED_TYPE
}

/** A snapshot says so where records before it are missing: those behind it may speak of what it does not hold. */
export function missesRecords(data: unknown): boolean {
  return isRecord(data) && data['misses'] === true
}
