import { isSessionID } from '../../../agents/hermes-webui/hermes-folder.ts'
import type { CopyCounts, HermesStore, SessionCopies } from '../../../agents/hermes-webui/hermes-store.ts'
import { countOf } from '../../../agents/hermes-webui/session-copy.ts'
import { auditItem, unsafe, type AuditItem } from '../audit-item.ts'
import { inspectCopies, isForeign } from './inspect-copies.ts'

const unclear = 'tombstones_malformed'
const notAFile = 'not_a_file'

function ofOrphan({ sessionID, backup }: SessionCopies, store: HermesStore): AuditItem[] {
  const { taken, tombstones, db } = store
  if (tombstones.ids.has(sessionID)) return []
  const counts = { backup: countOf(backup) }
  if (backup.state === 'malformed') return [auditItem('malformed_orphan_backup', sessionID, counts)]
  if (db.readable && !db.ids.has(sessionID)) return [auditItem('orphan_backup_without_state_row', sessionID, counts)]
  const item = auditItem('orphan_backup', sessionID, counts)
  if (taken.has(sessionID)) return [unsafe(item, notAFile)]
  if (isForeign(sessionID, backup)) return [unsafe(item, 'foreign_session')]
  return [tombstones.readable ? item : unsafe(item, unclear)]
}

function ofLive(copies: SessionCopies): AuditItem[] {
  const { sessionID, live, backup } = copies
  const counts = { live: countOf(live), backup: countOf(backup) }
  if (live.state === 'malformed' && backup.state !== 'sound')
    return [
      auditItem('malformed_live', sessionID, counts),
      ...(backup.state === 'malformed' ? [auditItem('malformed_backup', sessionID, counts)] : []),
    ]
  if (backup.state === 'malformed') return [auditItem('malformed_backup', sessionID, counts)]
  const { recommend } = inspectCopies(copies)
  if (recommend === 'restore') return [auditItem('shrunken_live', sessionID, counts)]
  if (recommend === 'merge') return [auditItem('shrunken_live', sessionID, counts, { keeps_new_messages: true })]
  return recommend === 'review' ? [auditItem('diverged', sessionID, counts, { copies: ['live', 'backup'] })] : []
}

/** Adds to a finding that needs a person how many earlier versions of the session are kept. */
function withVersions(item: AuditItem, { versions }: HermesStore): AuditItem {
  const kept = versions.get(item.session_id)
  return !kept?.length || item.category === 'repairable' ? item : { ...item, earlier_versions: kept.length }
}

/** Each session's file against its backup. */
export function auditCopies(store: HermesStore): AuditItem[] {
  return [...store.sessions.values()].flatMap((copies) => {
    if (copies.live.state === 'absent') return ofOrphan(copies, store).map((item) => withVersions(item, store))
    if (!store.tombstones.ids.has(copies.sessionID)) return ofLive(copies).map((item) => withVersions(item, store))
    return [
      auditItem('deleted_session_file', copies.sessionID, {
        live: countOf(copies.live),
        backup: countOf(copies.backup),
      }),
    ]
  })
}

/** The rows of the canonical database against the files. A sound backup is restored instead: it holds more than the rows. */
export function auditStateDb({ db, sessions, quiet, taken, tombstones }: HermesStore): AuditItem[] {
  return db.own.flatMap(({ id, messages }) => {
    if (quiet.has(id)) return []
    const copies = sessions.get(id)
    if (copies && copies.live.state !== 'absent') return []
    if (tombstones.ids.has(id)) return [auditItem('state_db_deleted_webui_tombstone', id)]
    // A row may hold anything: an id that is no file name could lead outside of the folder.
    if (!isSessionID(id)) return [unsafe(auditItem('state_db_orphan_webui_row', id), 'invalid_session_id')]
    if (copies?.backup.state === 'sound') return []
    if (messages.length === 0) return [auditItem('state_db_orphan_webui_row', id)]
    const item = auditItem('state_db_missing_sidecar', id, {}, { state_db_messages: messages.length })
    if (taken.has(id)) return [unsafe(item, notAFile)]
    return [tombstones.readable ? item : unsafe(item, unclear)]
  })
}

/**
 * The list of sessions against the files; `others` are the findings about the sessions themselves. Without a list there is
 * nothing to be wrong.
 */
export function auditIndex(store: HermesStore, others: readonly AuditItem[]): AuditItem[] {
  const { index, sessions, quiet, tombstones } = store
  if (index.state === 'absent') return []
  if (index.state === 'malformed') return [auditItem('index_malformed', '')]
  const listed = new Set(index.entries.map(({ session_id }) => session_id))
  const isFile = (id: string): boolean => quiet.has(id) || (sessions.get(id)?.live.state ?? 'absent') !== 'absent'
  const countsOf = (id: string): CopyCounts | undefined => {
    const copies = sessions.get(id)
    return copies ? { live: countOf(copies.live), backup: countOf(copies.backup) } : quiet.get(id)
  }
  const lost = [...listed].filter((id) => !isFile(id) && !tombstones.ids.has(id))
  const sound = [...sessions.values()].flatMap(({ sessionID, live }) => (live.state === 'sound' ? [sessionID] : []))
  const unlisted = [...sound, ...quiet.keys()].filter((id) => !listed.has(id) && !tombstones.ids.has(id)).sort()
  // A repair of the session makes its entry again.
  const found = new Set(others.map(({ session_id }) => session_id))
  const known = new Set([...sound, ...quiet.keys()])
  const stale = index.entries.filter(
    ({ session_id, message_count }) =>
      typeof message_count === 'number' &&
      known.has(session_id) &&
      !found.has(session_id) &&
      !tombstones.ids.has(session_id) &&
      message_count !== countsOf(session_id)?.live,
  )
  return [
    ...stale.map(({ session_id, message_count }) =>
      auditItem('stale_index', session_id, countsOf(session_id), { index_messages: Number(message_count) }),
    ),
    ...lost.map((id) => auditItem('index_missing_file', id, countsOf(id))),
    ...unlisted.map((id) => auditItem('index_missing_entry', id, countsOf(id))),
  ]
}
