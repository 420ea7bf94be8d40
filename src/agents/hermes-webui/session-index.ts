import { join } from 'node:path'
import type { Fs } from '../../files/fs.ts'
import { readSeenFile } from '../../files/read-seen-file.ts'
import type { SeenFile } from '../../files/write-batch.ts'
import { isRecord } from '../../json/is-record.ts'
import { readJson } from '../../record-log/read-object.ts'
import { indexName } from './hermes-folder.ts'
import type { HermesSession } from './session-copy.ts'

type IndexEntry = Readonly<Record<string, unknown>> & { readonly session_id: string }

/** The list of sessions that the program shows. */
export type SessionIndex =
  | { readonly state: 'absent' }
  | { readonly state: 'malformed'; readonly seen?: SeenFile }
  | { readonly state: 'sound'; readonly seen: SeenFile; readonly entries: readonly IndexEntry[] }

function isEntry(value: unknown): value is IndexEntry {
  return isRecord(value) && typeof value['session_id'] === 'string'
}

export async function readSessionIndex(fs: Fs, folder: string): Promise<SessionIndex> {
  const file = await readSeenFile(fs, join(folder, indexName)).catch(() => 'unreadable' as const)
  if (file === undefined) return { state: 'absent' }
  if (file === 'unreadable') return { state: 'malformed' }
  const value = readJson(file.bytes)
  const seen = { stat: file.stat, sha256: file.sha256 }
  return Array.isArray(value) && value.every(isEntry)
    ? { state: 'sound', seen, entries: value }
    : { state: 'malformed', seen }
}

/** Fields of a session that its index entry repeats. */
const indexed = [
  'title',
  'workspace',
  'model',
  'created_at',
  'updated_at',
  'pinned',
  'archived',
  'project_id',
  'profile',
  'source_tag',
  'raw_source',
  'session_source',
  'parent_session_id',
  'worktree_path',
  'worktree_branch',
] as const

function entryOf(sessionID: string, session: HermesSession, former: IndexEntry | undefined): IndexEntry {
  const count = session.messages.length
  if (former) return 'message_count' in former ? { ...former, message_count: count } : former
  const fields = indexed.flatMap((name) => (session[name] === undefined ? [] : [[name, session[name]] as const]))
  return { session_id: sessionID, ...Object.fromEntries(fields), message_count: count }
}

/** The index as the files tell it. Entries that are there keep their order and their fields; new ones come behind them. */
export function rebuildIndex(
  former: readonly IndexEntry[],
  sessions: ReadonlyMap<string, HermesSession>,
  kept: ReadonlySet<string>,
): Buffer {
  const known = new Map(former.map((entry) => [entry.session_id, entry]))
  const entries = [...known.values()].flatMap((entry) => {
    const session = sessions.get(entry.session_id)
    if (session) return [entryOf(entry.session_id, session, entry)]
    return kept.has(entry.session_id) ? [entry] : []
  })
  const added = [...sessions].filter(([id]) => !known.has(id)).map(([id, session]) => entryOf(id, session, undefined))
  return Buffer.from(JSON.stringify([...entries, ...added], null, 2))
}
