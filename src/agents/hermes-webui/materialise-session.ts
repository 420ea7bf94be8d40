import { isRecord } from '../../json/is-record.ts'
import type { HermesSession } from './session-copy.ts'
import type { StateRow } from './state-db.ts'
import { filledStringOf } from '../../json/filled-string-of.ts'

type Row = Readonly<Record<string, unknown>>

/** Columns of the database that the program stores under the same name in its files. */
const carried = [
  'parent_session_id',
  'worktree_path',
  'worktree_branch',
  'worktree_repo_root',
  'worktree_created_at',
] as const

/** Columns with JSON text in the database and the parsed value in the file. */
const jsonColumns: ReadonlySet<string> = new Set(['tool_calls', 'attachments', 'reasoning_details'])
/** Columns of the row that do not belong to the message. */
const rowColumns: ReadonlySet<string> = new Set(['id', 'session_id'])

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    // As text it is at least not lost.
    return value
  }
}

/** A content that is a list of parts is stored as its JSON. */
function contentOf(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('[{')) return value
  const parts = parsed(value)
  return Array.isArray(parts) && parts.every((part) => isRecord(part) && typeof part['type'] === 'string')
    ? parts
    : value
}

/** Every column that has a value: tool calls and multimodal parts included. */
function messageOf(row: Row): Row {
  const fields = Object.entries(row)
    .filter(([name, value]) => value !== null && !rowColumns.has(name))
    .map(([name, value]) => [
      name,
      jsonColumns.has(name) ? parsed(value) : name === 'content' ? contentOf(value) : value,
    ])
  return { content: '', ...Object.fromEntries(fields) }
}

/**
 * The session file of a row that has none. Its number of messages is counted, not copied: the two may disagree. Provenance is
 * marked, so that what the database does not keep is not mistaken for having never been there.
 */
export function materialiseSession({ id, row, messages }: StateRow): HermesSession {
  const started = typeof row['started_at'] === 'number' ? row['started_at'] : 0
  const times = messages.map(({ timestamp }) => timestamp).filter((time) => typeof time === 'number')
  const list = messages.map(messageOf)
  return {
    session_id: id,
    title: filledStringOf(row['title']) ?? 'Recovered WebUI Session',
    workspace: filledStringOf(row['workspace']) ?? '',
    model: filledStringOf(row['model']) ?? 'unknown',
    messages: list,
    context_messages: list,
    message_count: list.length,
    created_at: started,
    updated_at: times.reduce((latest, time) => Math.max(latest, time), started),
    source_tag: 'webui',
    raw_source: 'webui',
    session_source: 'webui',
    ...Object.fromEntries(carried.flatMap((name) => (row[name] == null ? [] : [[name, row[name]]]))),
    _recovered_from_state_db: true,
  }
}
