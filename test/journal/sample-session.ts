import { join } from 'node:path'
import type { Fs } from '../../src/files/fs.ts'
import { recoverJournal, type RecoverOptions } from '../../src/journal/recover-journal.ts'
import type { RecoveredSession } from '../../src/journal/mend-session.ts'
import { parseRecord } from '../../src/journal/frame.ts'
import { folderNameOf } from '../../src/journal/session-folder.ts'
import { SessionCursor } from '../../src/journal/session-cursor.ts'
import { SessionLog, type SessionLogOptions } from '../../src/journal/session-log.ts'

export const ROOT = '/root/sessions'
export const recordsPath = (sessionID: string): string => join(ROOT, sessionID, 'records.ndjson')
export const now = (): number => 1_790_000_000_000

export function openLog(fs: Fs, sessionID: string, options: Partial<SessionLogOptions> = {}): Promise<SessionLog> {
  const taker = { take: () => undefined, reset: () => undefined }
  return SessionLog.open(sessionID, new SessionCursor(fs, join(ROOT, folderNameOf(sessionID))), taker, {
    fs,
    now,
    durability: 'commit',
    segmentBytes: 1 << 20,
    maxFrameBytes: 1 << 20,
    idleMs: 10_000,
    ...options,
  })
}

/** Writes one record per text and closes the session. */
export async function writeSession(
  fs: Fs,
  sessionID: string,
  texts: readonly string[],
  options: Partial<SessionLogOptions> = {},
): Promise<void> {
  const log = await openLog(fs, sessionID, options)
  for (const text of texts) await log.append({ type: 'note', epoch: 0, dataText: JSON.stringify(text) })
  await log.close()
}

/** The data of all good records, in order. */
export async function readTexts(fs: Fs, sessionID: string): Promise<unknown[]> {
  const texts: unknown[] = []
  const taker = {
    take: (_entry: unknown, _frame: unknown, line: Uint8Array) => void texts.push(parseRecord(line).data),
    reset: () => void texts.splice(0),
  }
  await new SessionCursor(fs, join(ROOT, sessionID)).advance(taker)
  return texts
}

export async function recoverOne(fs: Fs, sessionID: string, options: RecoverOptions = {}): Promise<RecoveredSession> {
  const { recovered } = await recoverJournal(ROOT, { fs, now, sessionID, ...options })
  return recovered[0]!
}
