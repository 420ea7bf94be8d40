export type CheckedTable = 'sessions' | 'messages' | 'changes' | 'parts' | 'turns' | 'state'

/** The columns that a row's checksum covers, in order. Columns that are updated on their own (`place`, `undone_by`) are not covered. */
export const CHECKED_COLUMNS: Readonly<Record<CheckedTable, readonly string[]>> = {
  sessions: [
    'id',
    'epoch',
    'revision',
    'floor',
    'count',
    'head',
    'next_key',
    'created_at',
    'updated_at',
    'removed_at',
    'standing',
  ],
  messages: ['session', 'key', 'content_digest', 'prefix', 'revision', 'meta', 'raw'],
  changes: ['session', 'revision', 'epoch', 'kind', 'from_seq', 'undoes', 'meta', 'created_at', 'former_head', 'edits'],
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
  turns: ['session', 'key', 'turn_id', 'state', 'provenance', 'created_at', 'updated_at', 'input', 'tools', 'data'],
  state: ['session', 'owner', 'key', 'value', 'expires_at', 'updated_at'],
}

/** The columns that the seal of an `appends` row covers: all but `meta` and `raw`, which its `checksum` covers. */
export const SEALED_COLUMNS = [
  'id',
  'session',
  'key',
  'place',
  'content_digest',
  'prefix',
  'revision',
  'count',
  'updated_at',
  'checksum',
] as const
