import { join } from 'node:path'
import { systemCode } from '../files/file-work-error.ts'
import type { Fs } from '../files/fs.ts'
import { makeFolderDurably } from '../files/make-folder-durably.ts'
import { replaceFileDurably } from '../files/replace-file-durably.ts'
import { RecordLogScanner } from '../record-log/record-log-scanner.ts'
import { Chain } from './chain.ts'
import { type Frame, readFrame, writeFrame } from './frame.ts'
import { toldGap } from './gap-line.ts'
import { JournalError } from './journal-error.ts'
import { LineOrder } from './line-order.ts'
import { ACTIVE_SEGMENT } from './segments.ts'
import { findSessionFolder, folderNameOf } from './session-folder.ts'
import { stagingFolderIn, sweepStagingFolders } from './staging-folder.ts'

/** What becomes of lines that are no records. */
export interface ImportOptions {
  /**
   * Refuse the whole file when one line is no record or does not follow the one before it, and leave nothing behind; what the export
   * itself tells to be lost is no reason. Default: skip such lines, count them, and leave their numbers free.
   */
  readonly strict?: boolean
}

/** A line that was skipped, before which others are missing, or which tells of records that were lost before the export. */
export interface ImportWarning {
  /** From 1. */
  readonly line: number
  readonly why: string
}

/** How many lines became records, and what is wrong with others. */
export interface ImportResult {
  readonly imported: number
  readonly skipped: number
  /** The first hundred. */
  readonly warnings: readonly ImportWarning[]
}

const MAX_WARNINGS = 100
const typeName = /^[a-z][a-z0-9._-]{0,39}$/

/** What a line needs to become a record here; its number, token and checksums are given anew. */
interface Importable {
  readonly type: string
  readonly epoch: number
  readonly at: number
  readonly data: unknown
  /** What the line was, where it is one of a journal. */
  readonly frame: Frame | undefined
}

/** Whether a date can tell it: what is derived from the record shows it as ISO 8601. */
const isTime = (ms: number): boolean => !Number.isNaN(new Date(ms).getTime())

function importable(value: Record<string, unknown>, line: Uint8Array): Importable | string {
  const { type, epoch = 0, at = 0, data } = value
  if (typeof type !== 'string' || !typeName.test(type)) return 'has no type'
  if (data === undefined) return 'has no data'
  if (!Number.isSafeInteger(epoch) || Number(epoch) < 0 || !Number.isSafeInteger(at) || !isTime(Number(at)))
    return 'has no valid epoch or time'
  const frame = 'crc' in value ? readFrame(Buffer.from(line)) : undefined
  if ('crc' in value && frame === undefined) return 'is not what was written: its checksum differs'
  return { type, epoch: Number(epoch), at: Number(at), data, frame }
}

/** What a rename says of a folder in its way that is not empty. */
const taken: ReadonlySet<unknown> = new Set(['ENOTEMPTY', 'EEXIST'])

const exists = (sessionID: string, cause?: unknown): JournalError =>
  new JournalError('exists', `There is a session ${JSON.stringify(sessionID)} already.`, { cause })

/**
 * Makes a session out of exported lines. It appears as a whole or not at all.
 *
 * @param rename turns the data of a record into that of the new session
 * @throws JournalError `exists`, `invalid_id`; `invalid_import` in a strict import
 */
export async function importSession(
  fs: Fs,
  root: string,
  sessionID: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  rename: (data: unknown) => unknown,
  { strict = false }: ImportOptions = {},
): Promise<ImportResult> {
  const folder = join(root, folderNameOf(sessionID))
  if ((await findSessionFolder(fs, root, sessionID)) !== undefined) throw exists(sessionID)
  await sweepStagingFolders(fs, root)
  const staging = await stagingFolderIn(root)
  const path = join(staging, ACTIVE_SEGMENT)
  const warnings: ImportWarning[] = []
  const chain = new Chain()
  let skipped = 0
  // Behind the last record. Each may have been one: its number stays free, so that the loss is seen and both sides can be read.
  let holes = 0
  const note = (line: number, why: string): void => {
    if (warnings.length < MAX_WARNINGS) warnings.push({ line, why })
  }
  const warn = (line: number, why: string): void => {
    if (strict) throw new JournalError('invalid_import', `Line ${line} ${why}.`)
    note(line, why)
  }
  const order = new LineOrder()
  /** False for a line that is too much. Numbers of records that are missing before it stay free. */
  const isToBeTaken = (line: number, frame: Frame | undefined): boolean => {
    const misplaced = order.place(frame)
    if (misplaced === undefined) return true
    const { missing, why } = misplaced
    // Lines that were skipped have been told of.
    if (missing === undefined || missing > holes) warn(line, why)
    if (missing === undefined) skipped += 1
    else holes = Math.max(holes, missing)
    return missing !== undefined
  }
  await makeFolderDurably(fs, staging)
  try {
    await replaceFileDurably(
      path,
      async (write) => {
        const scanner = new RecordLogScanner()
        const take = async (entries: ReturnType<RecordLogScanner['push']>): Promise<void> => {
          for (const entry of entries) {
            if (entry.kind === 'blank') continue
            const lost = entry.kind === 'record' ? toldGap(entry.value) : undefined
            if (lost !== undefined) {
              const { after, missing } = lost
              // Elsewhere it would hide a line that was lost on the way.
              const tell = (order.last ?? after) === after ? note : warn
              tell(entry.line, `tells that records behind record ${after} were lost before the export`)
              holes = Math.max(holes, missing)
              continue
            }
            const found = entry.kind === 'record' ? importable(entry.value, entry.bytes) : 'is no JSON object'
            if (typeof found === 'string') {
              warn(entry.line, found)
              skipped += 1
              holes += 1
              continue
            }
            const { type, epoch, at, data } = found
            if (!isToBeTaken(entry.line, found.frame)) continue
            const draft = { seq: chain.seq + 1 + holes, type, epoch, token: 0, at, digest: chain.digest }
            const { frame, line } = writeFrame(draft, JSON.stringify(rename(data)))
            chain.place(frame)
            holes = 0
            await write(line)
          }
        }
        for await (const chunk of source) await take(scanner.push(Uint8Array.from(chunk)))
        await take(scanner.end())
      },
      { fs },
    )
    await fs.rename(staging, folder).catch((cause: unknown) => {
      // Somebody has made one of that name meanwhile.
      throw taken.has(systemCode(cause)) ? exists(sessionID, cause) : cause
    })
    await fs.syncFolder(root)
  } catch (cause) {
    await fs.unlink(path).catch(() => undefined)
    await fs.rmdir(staging).catch(() => undefined)
    throw cause
  }
  return { imported: chain.records, skipped, warnings }
}
