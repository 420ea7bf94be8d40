export type CheckedTable = 'sessions' | 'messages' | 'parts' | 'meta'

/** The columns whose content a row's checksum covers, in its order. */
export const CHECKED_COLUMNS: Readonly<Record<CheckedTable, readonly string[]>> = {
  sessions: ['id', 'revision', 'count', 'head', 'created_at', 'updated_at'],
  messages: ['session', 'meta', 'raw', 'content_digest'],
  parts: [
    'session',
    'call_id',
    'occurrence',
    'name',
    'input',
    'status',
    'output',
    'is_error',
    'synthetic',
    'started_at',
    'ended_at',
  ],
  meta: ['session', 'key', 'value'],
}
