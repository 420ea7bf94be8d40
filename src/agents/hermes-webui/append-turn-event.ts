import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Fs } from '../../files/fs.ts'
import { asFileWork } from '../../files/as-file-work.ts'
import { FileWorkError } from '../../files/file-work-error.ts'
import { makeFolderDurably } from '../../files/make-folder-durably.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { inTurnOfLock } from '../../files/in-turn-of-lock.ts'
import type { BackupOptions } from '../../files/backup-folder.ts'
import { appendLine } from './append-line.ts'
import { checkedID, isSessionID, turnJournalName } from './hermes-folder.ts'
import { readTurnJournal } from './read-turn-journal.ts'
import { terminalEvents, type TurnEvent } from './turn-event.ts'

/** The shard of a turn journal to write, and where replaced versions are kept. */
export interface AppendTurnOptions extends BackupOptions {
  /** Names the shard; default: the file that all writers share. Do not use a process number: containers reuse them. */
  readonly writer?: string
}

/** The fields of an event to append; missing ones are filled in. */
export type NewTurnEvent = Readonly<Record<string, unknown>> & { readonly event: string; readonly turn_id?: string }

/** The line of an event. */
export function turnEventLine(event: TurnEvent): Buffer {
  return Buffer.from(`${JSON.stringify(event)}\n`)
}

/** Fills in missing fields of an event. `now` in milliseconds. */
export function completeTurnEvent(sessionID: string, event: NewTurnEvent, now: number): TurnEvent {
  return {
    version: 1,
    turn_id: randomUUID().replaceAll('-', ''),
    created_at: now / 1000,
    ...event,
    session_id: sessionID,
    ...(terminalEvents.has(event.event) && { terminal: true }),
  }
}

/**
 * Appends an event to a session's turn journal; returns exactly what was written, and only when it is durable: the intent
 * stands before the worker starts (I8).
 *
 * @throws FileWorkError `not_a_file` for an invalid session_id or an event without a name
 * @example
 * const { turn_id } = await appendTurnEvent(folder, sessionID, { event: 'submitted', content: 'hello' })
 */
export async function appendTurnEvent(
  folder: string,
  sessionID: string,
  event: NewTurnEvent,
  options: AppendTurnOptions = {},
): Promise<TurnEvent> {
  checkName(folder, event)
  return appendInTurn(folder, sessionID, options, () => Promise.resolve(event))
}

function checkName(folder: string, { event }: NewTurnEvent): void {
  if (event === '') throw new FileWorkError('not_a_file', folder, 'An event needs a name')
}

/** Calls `eventOf` under the lock, so that what it reads of the journal still holds when its event is appended. */
async function appendInTurn(
  folder: string,
  sessionID: string,
  options: AppendTurnOptions,
  eventOf: () => Promise<NewTurnEvent>,
): Promise<TurnEvent> {
  const { writer, fs = nodeFs, now = Date.now } = options
  const shard = checkedID(folder, sessionID) + (writer === undefined ? '' : `~${checkedID(folder, writer, 'writer')}`)
  const journal = join(folder, turnJournalName)
  await asFileWork(journal, 'Cannot make the turn journal', () => makeFolderDurably(fs, journal))
  const path = join(journal, `${shard}.jsonl`)
  return inTurnOfLock(
    journal,
    async () => {
      const written = completeTurnEvent(sessionID, await eventOf(), now())
      await asFileWork(path, 'Cannot append to the turn journal', async () => {
        await appendLine(fs, path, turnEventLine(written), true)
        await fs.syncFolder(journal)
      })
      return written
    },
    options,
  )
}

/**
 * The same for the turn that a stream belongs to; a stream that is not known begins a turn of its own.
 *
 * @throws FileWorkError as {@link appendTurnEvent}
 * @example
 * await appendStreamEvent(folder, sessionID, streamID, { event: 'completed' })
 */
export async function appendStreamEvent(
  folder: string,
  sessionID: string,
  streamID: string,
  event: NewTurnEvent,
  options: AppendTurnOptions = {},
): Promise<TurnEvent> {
  checkName(folder, event)
  return appendInTurn(folder, sessionID, options, async () => {
    const { events } = await readTurnJournal(options.fs ?? nodeFs, folder, sessionID)
    const known = events.findLast(({ stream_id }) => stream_id === streamID)
    return { ...(known && { turn_id: known.turn_id }), ...event, stream_id: streamID }
  })
}

/**
 * Removes the turn journals of a session; an id that names none removes nothing. Returns how many went.
 *
 * @example
 * await deleteTurnJournals(folder, 'abc123') // 2: the shared file and the shard of one writer
 */
export async function deleteTurnJournals(folder: string, sessionID: string, fs: Fs = nodeFs): Promise<number> {
  if (!isSessionID(sessionID)) return 0
  const { shards } = await readTurnJournal(fs, folder, sessionID)
  const journal = join(folder, turnJournalName)
  await asFileWork(journal, 'Cannot remove the turn journal', async () => {
    for (const { name } of shards) await fs.unlink(join(journal, name))
    if (shards.length > 0) await fs.syncFolder(journal)
  })
  return shards.length
}
