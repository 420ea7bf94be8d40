import type { Fs } from '../../files/fs.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { join } from 'node:path'
import { appendAll } from '../../json/append-all.ts'
import { isSessionID, runJournalName } from './hermes-folder.ts'
import { listRuns, readRun } from './run-journal.ts'
import type { RunEvent } from './run-event.ts'

export type ReplayStatus =
  | 'ok'
  | 'cursor_invalid'
  | 'cursor_run_missing'
  | 'cursor_session_mismatch'
  | 'cursor_event_missing'
  | 'replay_malformed'
  | 'replay_noncontiguous'
  | 'replay_limit_bytes'
  | 'replay_limit_rows'

/** The answer to a client that asks for the events behind its cursor. */
export interface Replay {
  readonly status: ReplayStatus
  /** All that came after the cursor, or nothing: never a part. */
  readonly events: readonly RunEvent[]
}

/** Limits of one answer: a client that is further behind gets `replay_limit_bytes` or `replay_limit_rows`, and no events. */
export interface ReplayOptions {
  /** Default 4 MiB. */
  readonly maxBytes?: number
  /** Default 4,096. */
  readonly maxRows?: number
  /** The file system; default: the real one. For tests that forget or refuse. */
  readonly fs?: Fs
}

const refuse = (status: ReplayStatus): Replay => ({ status, events: [] })

/** Whether a run that the session itself lacks belongs to another one. Entries that cannot be listed, such as a stray file, hold none. */
async function isRunOfAnother(fs: Fs, folder: string, runID: string): Promise<boolean> {
  for (const other of await fs.readdir(join(folder, runJournalName)).catch(() => []))
    if (
      await listRuns(folder, other, fs).then(
        (runs) => runs.includes(runID),
        () => false,
      )
    )
      return true
  return false
}

/**
 * The events that a reader at `<run>:<seq>` has missed: the rest of that run and all later runs. All or nothing.
 *
 * @example
 * const { status, events } = await replayRuns(folder, sessionID, 'run_a:12')
 */
export async function replayRuns(
  folder: string,
  sessionID: string,
  cursor: string,
  { maxBytes = 4 * 1024 * 1024, maxRows = 4096, fs = nodeFs }: ReplayOptions = {},
): Promise<Replay> {
  const [, runID = '', digits] = /^([^:]+):([1-9]\d{0,15})$/.exec(cursor) ?? []
  if (!isSessionID(runID)) return refuse('cursor_invalid')
  const after = Number(digits)
  const runs = await listRuns(folder, sessionID, fs)
  const from = runs.indexOf(runID)
  if (from < 0)
    return refuse((await isRunOfAnother(fs, folder, runID)) ? 'cursor_session_mismatch' : 'cursor_run_missing')
  const events: RunEvent[] = []
  let bytes = 0
  for (const run of runs.slice(from)) {
    const journal = await readRun(folder, sessionID, run, { fs })
    if (!journal || journal.malformed.length > 0) return refuse('replay_malformed')
    if (journal.events.some(({ session_id }) => session_id !== undefined && session_id !== sessionID))
      return refuse('cursor_session_mismatch')
    const first = run === runID ? after : 0
    if (first > 0 && !journal.events.some(({ seq }) => seq === first)) return refuse('cursor_event_missing')
    const missed = journal.events.filter(({ seq }) => seq > first)
    if (missed.some(({ seq }, at) => seq !== first + 1 + at)) return refuse('replay_noncontiguous')
    appendAll(events, missed)
    bytes += missed.reduce((sum, event) => sum + Buffer.byteLength(JSON.stringify(event)) + 1, 0)
    if (bytes > maxBytes) return refuse('replay_limit_bytes')
    if (events.length > maxRows) return refuse('replay_limit_rows')
  }
  return { status: 'ok', events }
}
