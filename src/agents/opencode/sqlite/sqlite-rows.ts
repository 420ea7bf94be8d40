import { stat } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { dropBackup } from '../../../files/back-up.ts'
import type { BackedUpRows } from '../../../files/backup-manifest.ts'
import { withFileLock } from '../../../files/file-lock.ts'
import { FileWorkError } from '../../../files/file-work-error.ts'
import type { RepairedFile, RepairFileOptions } from '../../../files/repair-file.ts'
import { backUpRows } from '../../../files/rows/back-up-rows.ts'
import type { Cells } from '../../../files/rows/cell.ts'
import { changeRows, RowChangedError, tablesOf } from '../../../files/rows/change-rows.ts'
import type { RowImage } from '../../../files/rows/row-image.ts'
import { asChanged } from '../../../files/rows/undo-rows.ts'
import { withDatabase } from '../../../files/rows/with-database.ts'
import { whoHoldEach, type Liveness, type LivenessOptions } from '../../../files/who-holds.ts'
import type { SessionRef } from '../../agent.ts'
import type { RowStore } from '../row-store.ts'
import type { RowChange } from '../stored-rows.ts'
import { isAtWork, type SessionActivity } from './is-at-work.ts'
import { lastActivity, listSessions, readSession } from './read-session.ts'

const sizeOf = async (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** The database, and its log where it holds anything. */
async function filesOf(path: string): Promise<string[]> {
  return (await sizeOf(`${path}-wal`)) > 0 ? [path, `${path}-wal`] : [path]
}

/** Checks both files: in WAL mode writes go to the log. */
async function holdersOf(path: string, options: LivenessOptions): Promise<Liveness> {
  const seen = [...(await whoHoldEach(await filesOf(path), options)).values()]
  return {
    live: seen.some(({ live }) => live),
    holders: seen.flatMap(({ holders }) => holders),
    complete: seen.every(({ complete }) => complete),
  }
}

/** Whether opencode is at work in this session: {@link isAtWork}, asked of the files and of the rows. */
async function liveSession(path: string, sessionId: string, options: LivenessOptions): Promise<SessionUse> {
  const held = await holdersOf(path, options)
  const activity = await withDatabase(path, 'read', (database) => lastActivity(database, sessionId))
  const isLocked = held.holders.some(({ kind }) => kind === 'lock_file')
  return { ...held, live: isLocked || (held.live && (await isAtWork(activity, held, options))), activity }
}

/** The liveness of a session, and the row activity that it was judged by. */
interface SessionUse extends Liveness {
  readonly activity: SessionActivity
}

/** The rows before and after the changes. Throws a `RowChangedError` when a row differs from what the plan has read. */
function imagesOf(database: DatabaseSync, sessionId: string, changes: readonly RowChange[]): RowImage[] {
  const rowsOf = tablesOf(database)
  const partsOf = database.prepare('SELECT id FROM part WHERE message_id = ? ORDER BY id')
  const named = new Set(changes.map(({ table, row }) => `${table} ${row.id}`))
  const imageOf = (table: string, id: string, before: Cells | null, after: Cells | null): RowImage => {
    const place = after === null ? rowsOf(table).place(id) : undefined
    return { table, id, before, after, ...(place !== undefined && { place }) }
  }
  /** The parts of a message that is inserted or deleted: none may exist that undo would not know. */
  const members = (messageId: string, stay: boolean): RowImage[] =>
    partsOf.all(messageId).flatMap(({ id }): RowImage[] => {
      if (named.has(`part ${String(id)}`)) return []
      const before = rowsOf('part').read(String(id))
      return [imageOf('part', String(id), before, stay ? before : null)]
    })
  const images = changes.flatMap((change): RowImage[] => {
    const { op, row, table } = change
    const id = row.id
    const before = rowsOf(table).read(id)
    if (op === 'insert') {
      const cells = newCells(change, sessionId)
      return [{ table, id, before: null, after: cells }, ...(table === 'message' ? members(id, true) : [])]
    }
    if (before?.['data'] !== row.text || before['session_id'] !== sessionId)
      throw new RowChangedError(`The ${table} ${id} changed after the repair was planned`)
    if (op === 'update') return [{ table, id, before, after: { ...before, data: JSON.stringify(change.value) } }]
    return [...(table === 'message' ? members(id, false) : []), imageOf(table, id, before, null)]
  })
  // Parts are deleted before their message and inserted after it, in the undo as well.
  return images.toSorted((a, b) => orderOf(a) - orderOf(b))
}

const orderOf = ({ after, table }: RowImage): number => (table === 'message' ? (after ? 0 : 2) : 1)

function newCells({ row, table, value }: RowChange & { readonly op: 'insert' }, sessionId: string): Cells {
  return {
    id: row.id,
    session_id: sessionId,
    time_created: { integer: String(row.timeCreated) },
    time_updated: { integer: String(row.timeUpdated) },
    data: JSON.stringify(value),
    ...(table === 'part' && { message_id: row.messageId }),
  }
}

/** A running opencode does not prevent the repair of a session unless it is at work in that session: only rows are written. */
async function commit(
  { agent, id: session, path }: SessionRef,
  changes: readonly RowChange[],
  options: RepairFileOptions,
): Promise<RepairedFile> {
  const use = options.liveness === false ? undefined : await liveSession(path, session, options.liveness ?? {})
  const refuse = (): never => {
    throw new FileWorkError('live', path, 'opencode is at work in the session')
  }
  if (use?.live) refuse()
  const images = await withDatabase(path, 'read', (database) => imagesOf(database, session, changes)).catch(
    (cause: unknown) => {
      throw asChanged(cause, path)
    },
  )
  const manifest = await backUpRows({ agent, path, session }, images, options.reason, options)
  let committed = false
  try {
    await withDatabase(path, 'write', (database) => {
      changeRows(database, images, () => {
        // A turn that has begun since the first look.
        if (use && lastActivity(database, session).writtenMs > use.activity.writtenMs) refuse()
      })
      committed = true
    })
  } catch (cause) {
    // After the commit the backup is the way back, whatever else has failed.
    if (!committed) await dropBackup(manifest.id, options)
    throw asChanged(cause, path)
  }
  const [{ sha256, size }] = manifest.rows as readonly [BackedUpRows]
  return { backupId: manifest.id, written: { sha256, size } }
}

/** Sessions in `opencode.db`. Of its tables only `message` and `part` are written, never `event` and `event_sequence`. */
export const sqliteRows: RowStore = {
  sessions: (path) => withDatabase(path, 'read', (database) => listSessions(database, path)),
  read: (ref) => withDatabase(ref.path, 'read', (database) => readSession(database, ref.id)),
  commit: (ref, changes, options) => withFileLock(ref.path, () => commit(ref, changes, options), options),
  live: (ref, recentMs) => liveSession(ref.path, ref.id, { recentMs }),
}
