/** The type of the record that a compaction leaves in the place of all records up to its number. */
export const SNAPSHOT_TYPE = 'journal.snapshot'

/** Whether a journal may begin with this record although its number is not 1. */
export function isSnapshot({ type }: { readonly type: string }): boolean {
  return type === SNAPSHOT_TYPE
}
