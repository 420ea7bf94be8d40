import { join } from 'node:path'
import { systemCode } from '../files/file-work-error.ts'
import type { Fs } from '../files/fs.ts'
import { makeFolderDurably } from '../files/make-folder-durably.ts'
import { replaceFileDurably } from '../files/replace-file-durably.ts'
import { RecordLogScanner } from '../record-log/record-log-scanner.ts'
import type { WriteBytes } from '../record-log/write-record-log.ts'
import { JournalError } from './journal-error.ts'
import { type ImportResult, LineImport } from './line-import.ts'
import { ACTIVE_SEGMENT } from './segments.ts'
import { findSessionFolder, folderNameOf } from './session-folder.ts'
import { removeStagingFolder, stagingFolderIn, sweepStagingFolders } from './staging-folder.ts'

/** How lines that are no records are treated. */
export interface ImportOptions {
  /**
   * Refuse the whole import when a line is no record or does not follow the one before it, and leave nothing behind; losses that the
   * export itself marks are accepted. Default: skip such lines, count them, and leave their numbers free.
   */
  readonly strict?: boolean
}

/** Codes of a rename to a folder that exists and is not empty. */
const taken: ReadonlySet<unknown> = new Set(['ENOTEMPTY', 'EEXIST'])

const exists = (sessionID: string, cause?: unknown): JournalError =>
  new JournalError('exists', `There is a session ${JSON.stringify(sessionID)} already.`, { cause })

type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

async function importLines(source: Source, lines: LineImport, write: WriteBytes): Promise<void> {
  const scanner = new RecordLogScanner()
  const take = async (entries: ReturnType<RecordLogScanner['push']>): Promise<void> => {
    for (const entry of entries) {
      const line = lines.take(entry)
      if (line) await write(line)
    }
  }
  for await (const chunk of source) await take(scanner.push(Uint8Array.from(chunk)))
  await take(scanner.end())
}

/**
 * Creates a session from exported lines. It is written to a staging folder and renamed, so it appears as a whole or not at all.
 *
 * @param rename turns the data of a record into that of the new session
 * @throws JournalError `exists`, `invalid_id`; `invalid_import` in a strict import
 */
export async function importSession(
  fs: Fs,
  root: string,
  sessionID: string,
  source: Source,
  rename: (data: unknown) => unknown,
  { strict = false }: ImportOptions = {},
): Promise<ImportResult> {
  const folder = join(root, folderNameOf(sessionID))
  if ((await findSessionFolder(fs, root, sessionID)) !== undefined) throw exists(sessionID)
  await sweepStagingFolders(fs, root)
  const staging = await stagingFolderIn(root)
  const path = join(staging, ACTIVE_SEGMENT)
  const lines = new LineImport(rename, strict)
  await makeFolderDurably(fs, staging)
  try {
    await replaceFileDurably(path, (write) => importLines(source, lines, write), { fs })
    await fs.rename(staging, folder).catch((cause: unknown) => {
      // Another process may have created the session meanwhile.
      throw taken.has(systemCode(cause)) ? exists(sessionID, cause) : cause
    })
    await fs.syncFolder(root)
  } catch (cause) {
    await removeStagingFolder(fs, staging).catch(() => undefined)
    throw cause
  }
  return lines.result
}
