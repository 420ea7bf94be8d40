import { isRecord } from '../json/is-record.ts'

/** The type of the record by which a compaction replaces all records up to its number. */
export const SNAPSHOT_TYPE = 'journal.snapshot'

/** Whether a record is a snapshot; a journal may begin with one whose number is not 1. */
export function isSnapshot({ type }: { readonly type: string }): boolean {
  return type === SNAPSHOT_TYPE
}

/** The type of the record that restores an earlier state. */
export const RESTORED_TYPE = 'journal.restored'

/** Whether a record contains the whole state of the session, so that all records before it are superseded. */
export function holdsAll({ type }: { readonly type: string }): boolean {
  return isSnapshot({ type }) || type === RESTORED_TYPE
}

/** Whether a snapshot was made with records missing before it, so that later records may refer to rows it does not have. */
export function missesRecords(data: unknown): boolean {
  return isRecord(data) && data['misses'] === true
}
