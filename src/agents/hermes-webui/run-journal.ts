import { join } from 'node:path'
import type { BackupOptions } from '../../files/backup-folder.ts'
import { inTurnOfLock } from '../../files/in-turn-of-lock.ts'
import type { Fs } from '../../files/fs.ts'
import { makeFolderDurably } from '../../files/make-folder-durably.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { readSeenFile } from '../../files/read-seen-file.ts'
import { readJson } from '../../record-log/read-object.ts'
import { appendLine } from './append-line.ts'
import { checkedID, isSessionID, runJournalName } from './hermes-folder.ts'
import { lastRunSeq } from './last-run-seq.ts'
import { linesOf } from './lines-of.ts'
import { isTerminalRunEvent, toRunEvent, type RunEvent } from './run-event.ts'
import { goneIs } from '../../files/gone-is.ts'
import { asFileWork } from '../../files/as-file-work.ts'

/** A run's events in the order of the file, and the lines that are no events. */
export interface RunJournal {
  readonly events: readonly RunEvent[]
  /** Numbers of lines that are no events, from 1. */
  readonly malformed: readonly number[]
  readonly bytes: number
}

function pathOf(folder: string, sessionID: string, runID: string): string {
  return join(folder, runJournalName, checkedID(folder, sessionID), `${checkedID(folder, runID, 'run_id')}.jsonl`)
}

/**
 * Reads a run; one that does not exist is undefined. `afterSeq` and `maxSeq` bound the events that are given.
 *
 * @throws FileWorkError `not_a_file` for an invalid session_id or run_id
 * @example
 * const { events = [] } = (await readRun(folder, sessionID, runID, { afterSeq: 12 })) ?? {}
 */
export async function readRun(
  folder: string,
  sessionID: string,
  runID: string,
  { afterSeq = 0, maxSeq = Number.MAX_SAFE_INTEGER, fs = nodeFs }: { afterSeq?: number; maxSeq?: number; fs?: Fs } = {},
): Promise<RunJournal | undefined> {
  const file = await readSeenFile(fs, pathOf(folder, sessionID, runID))
  if (!file) return undefined
  const events: RunEvent[] = []
  const malformed: number[] = []
  for (const { bytes, line } of linesOf(file.bytes)) {
    if (bytes.length === 0) continue
    const event = toRunEvent(readJson(bytes))
    if (!event) malformed.push(line)
    else if (event.seq > afterSeq && event.seq <= maxSeq) events.push(event)
  }
  return { events, malformed, bytes: file.bytes.length }
}

/** The runs of a session in the order of their names. */
export async function listRuns(folder: string, sessionID: string, fs: Fs = nodeFs): Promise<readonly string[]> {
  if (!isSessionID(sessionID)) return []
  const names = await fs.readdir(join(folder, runJournalName, sessionID)).catch(goneIs([]))
  return names.flatMap((name) => /^(.+)\.jsonl$/.exec(name)?.[1] ?? []).sort()
}

/** When an event becomes durable, and which number it gets. */
export interface AppendRunOptions extends BackupOptions {
  /** `terminal-only` (default) makes the end of a run durable together with all earlier events; `eager` makes each event durable. */
  readonly fsyncMode?: 'terminal-only' | 'eager'
  /** A number that may have been given elsewhere: the event gets a higher one. */
  readonly seq?: number
}

/**
 * Appends an event with the next number: gapless, whoever else appends at the same time. Returns what was written.
 *
 * @throws FileWorkError `not_a_file` for an invalid session_id or run_id
 * @example
 * const { seq } = await appendRunEvent(folder, sessionID, runID, { event: 'token', payload: { text: 'Hel' } })
 */
export async function appendRunEvent(
  folder: string,
  sessionID: string,
  runID: string,
  event: { readonly event: string; readonly payload?: Readonly<Record<string, unknown>> },
  options: AppendRunOptions = {},
): Promise<RunEvent> {
  const { fs = nodeFs, fsyncMode = 'terminal-only', now = Date.now } = options
  const path = pathOf(folder, sessionID, runID)
  const runs = join(folder, runJournalName, sessionID)
  await asFileWork(runs, 'Cannot make the run journal', () => makeFolderDurably(fs, runs))
  const append = async (): Promise<RunEvent> => {
    const former = await lastRunSeq(fs, path)
    const seq = Math.max(former ?? 0, options.seq ?? 0) + 1
    const written: RunEvent = {
      version: 1,
      ...event,
      seq,
      event_id: `${runID}:${seq}`,
      session_id: sessionID,
      run_id: runID,
      created_at: now() / 1000,
    }
    const line = Buffer.from(`${JSON.stringify(written)}\n`)
    await appendLine(fs, path, line, fsyncMode === 'eager' || isTerminalRunEvent(written))
    if (former === undefined) await fs.syncFolder(runs)
    return written
  }
  return inTurnOfLock(runs, () => asFileWork(path, 'Cannot append to the run journal', append), options)
}
