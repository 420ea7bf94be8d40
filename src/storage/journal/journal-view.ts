import { join } from 'node:path'
import { exportSession } from '../../journal/export-session.ts'
import { importSession, type ImportOptions } from '../../journal/import-session.ts'
import type { JournalRecord } from '../../journal/frame.ts'
import type { ImportResult } from '../../journal/line-import.ts'
import { LossHistory } from '../../journal/loss-history.ts'
import { RecordReader, type RecordPage, type RecordQuery } from '../../journal/query-records.ts'
import { readAgain } from '../../journal/read-again.ts'
import { readIndex } from '../../journal/read-index.ts'
import { folderNameOf } from '../../journal/session-folder.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Generation } from './generations.ts'
import { journalStoreError } from './journal-store-error.ts'
import type { JournalBackend } from './journal-backend.ts'
import type { ResolvedJournalOptions } from './journal-options.ts'
import type { RestoreOptions } from './open-session.ts'

/** The records behind a journal store. Every method may throw a `StoreError`. */
export interface Journal {
  /**
   * Records of a session, filtered. An answer never leaves out records without saying so: `total` counts all that match,
   * `truncated` and `cursor` tell that there are more. Empty for a session without records.
   *
   * @example
   * for (let after; ; ) {
   *   const { items, cursor } = await store.journal.records('s1', { types: ['messages_added'], after })
   *   for (const record of items) console.log(record.seq, record.at)
   *   if (cursor === undefined) break
   *   after = cursor
   * }
   */
  records(sessionID: string, query?: RecordQuery): Promise<RecordPage>
  /** One record by its number; `not_found` when there is none. */
  record(sessionID: string, seq: number): Promise<JournalRecord>
  /** All records as lines of JSON, each with its line feed; where some are lost, a line `{"gap":{"after":3,"before":6}}` says so. */
  export(sessionID: string): AsyncIterable<string>
  /**
   * Creates a session from exported lines; refused with `invalid_value` when the session exists. Strict or lenient, it appears
   * as a whole or not at all. Losses of the exported session are also losses of the new one, and wait to be acknowledged.
   */
  import(
    sessionID: string,
    lines: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
    options?: ImportOptions,
  ): Promise<ImportResult>
  /** The earlier states that can be restored, newest first: one per intentional shrink. `isWhole` tells whether all of it is there. */
  generations(sessionID: string): Promise<readonly Generation[]>
  /**
   * Restores the session's state right after a record, by writing a new record; a later `restore` can take that back. A state that
   * is not whole is refused with `corrupt`, unless `acceptLoss` is set.
   */
  restore(sessionID: string, seq: number, options?: RestoreOptions): Promise<void>
  /** Replaces the records that no kept generation needs by one snapshot; the store's answers stay the same. */
  compact(sessionID: string): Promise<void>
}

/** The data of a record for another session: changes contain the session's id, also within its row. */
function renamed(data: unknown, sessionID: string): unknown {
  if (!isRecord(data) || !Array.isArray(data['changes'])) return data
  const changes = data['changes'].map((change: unknown) => {
    if (!isRecord(change)) return change
    const { session } = change
    return { ...change, sessionID, ...(isRecord(session) && { session: { ...session, sessionID } }) }
  })
  return { ...data, changes }
}

async function* asBytes(
  lines: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const line of lines) yield typeof line === 'string' ? Buffer.from(line) : line
}

export function journalView(backend: JournalBackend, { fs }: ResolvedJournalOptions): Journal {
  const { path: root } = backend
  const readerOf = (sessionID: string): RecordReader => new RecordReader(fs, join(root, folderNameOf(sessionID)))
  return {
    records: (sessionID, query) => backend.withSession(sessionID, () => readerOf(sessionID).query(query)),
    record: (sessionID, seq) => backend.withSession(sessionID, () => readerOf(sessionID).record(seq)),
    async *export(sessionID) {
      const folder = join(root, folderNameOf(sessionID))
      const begin = async () => {
        const [index, losses] = await Promise.all([readIndex(fs, folder), LossHistory.read(fs, folder)])
        const lines = exportSession(readerOf(sessionID).read(index), losses.all([]))
        return { lines, first: await lines.next() }
      }
      try {
        const { lines, first } = await backend.withSession(sessionID, () => readAgain(begin))
        try {
          if (first.done !== true) yield first.value
          yield* lines
        } finally {
          // A caller that stops early must not leave a file open.
          await lines.return(undefined)
        }
      } catch (cause) {
        throw journalStoreError(cause, root, sessionID)
      }
    },
    import: (sessionID, lines, options) =>
      backend.withSession(sessionID, () =>
        importSession(fs, root, sessionID, asBytes(lines), (data) => renamed(data, sessionID), options),
      ),
    generations: (sessionID) => backend.withSession(sessionID, (session) => session.generations()),
    restore: (sessionID, seq, options) => backend.withSession(sessionID, (session) => session.restore(seq, options)),
    compact: (sessionID) => backend.withSession(sessionID, (session) => session.compact()),
  }
}
