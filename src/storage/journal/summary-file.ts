import { join } from 'node:path'
import type { Fs } from '../../files/fs.ts'
import { readSeenFile } from '../../files/read-seen-file.ts'
import type { IndexEntry } from '../../journal/index-entry.ts'
import { listSegments } from '../../journal/list-segments.ts'
import { segmentOf } from '../../journal/read-index.ts'
import { replaceOwnFile } from '../../journal/replace-own-file.ts'
import type { SessionCursor } from '../../journal/session-cursor.ts'
import { isRecord } from '../../json/is-record.ts'
import { crc32c } from '../../record-log/crc32c.ts'
import { readJson } from '../../record-log/read-object.ts'
import type { SessionRow } from '../rows.ts'
import type { SummaryFacts } from './summary-facts.ts'

export const SUMMARY_NAME = 'summary.json'
const SCHEMA = 'session-recovery.summary/1'

/** The facts after the record `last`, and its position: a reader continues from there. */
interface StoredSummary {
  readonly schema: typeof SCHEMA
  readonly sessionID: string
  readonly last: IndexEntry
  readonly records: number
  /** Bytes of all records up to `last`, in all segments: shows whether a segment was added or removed. */
  readonly bytes: number
  /** Bytes of their index. */
  readonly indexBytes: number
  readonly row: SessionRow | null
  readonly parts: readonly string[]
  readonly openTurns: readonly string[]
  readonly references: readonly string[]
  readonly stateNames: readonly string[]
  readonly prints: readonly number[]
}

async function bytesUpTo(fs: Fs, folder: string, last: IndexEntry): Promise<number> {
  const segments = await listSegments(fs, folder)
  const current = segmentOf(segments, last)
  const before = segments.slice(0, current ? segments.indexOf(current) : 0)
  return before.reduce((sum, { size }) => sum + size, last.offset + last.length)
}

/** Saves the facts up to the record `last`, which `cursor` has read; returns the bytes written. Derived (I13): it may fail. */
export async function writeSummary(
  fs: Fs,
  sessionID: string,
  { folder, chain: { records }, indexBytes }: SessionCursor,
  last: IndexEntry,
  facts: SummaryFacts,
): Promise<number> {
  const stored: StoredSummary = {
    schema: SCHEMA,
    sessionID,
    last,
    records,
    bytes: await bytesUpTo(fs, folder, last),
    indexBytes,
    row: facts.row,
    parts: [...facts.parts],
    openTurns: [...facts.openTurns],
    references: [...facts.references],
    stateNames: [...facts.stateNames],
    prints: [...facts.prints],
  }
  const text = JSON.stringify(stored)
  const bytes = Buffer.from(`${JSON.stringify({ check: crc32c(Buffer.from(text)), summary: stored })}\n`)
  await replaceOwnFile(fs, join(folder, SUMMARY_NAME), (write) => write(bytes))
  return bytes.length
}

/** The saved summary, if the file is intact; the caller must check that it still fits the records. */
async function readStored(fs: Fs, folder: string, sessionID: string): Promise<StoredSummary | undefined> {
  const file = await readSeenFile(fs, join(folder, SUMMARY_NAME)).catch(() => undefined)
  const read = file && readJson(file.bytes)
  if (!isRecord(read) || !isRecord(read['summary'])) return undefined
  const stored = read['summary'] as unknown as StoredSummary
  const isOwn = stored.schema === SCHEMA && stored.sessionID === sessionID
  return isOwn && crc32c(Buffer.from(JSON.stringify(stored))) === read['check'] ? stored : undefined
}

/** The saved facts, with `cursor` moved after their last record; undefined unless they provably fit the records. */
export async function resumeSummary(
  fs: Fs,
  sessionID: string,
  cursor: SessionCursor,
): Promise<SummaryFacts | undefined> {
  const stored = await readStored(fs, cursor.folder, sessionID)
  if (stored === undefined || (await bytesUpTo(fs, cursor.folder, stored.last)) !== stored.bytes) return undefined
  if (!(await cursor.resume(stored.last, stored.records))) return undefined
  cursor.indexBytes = stored.indexBytes
  const { row, parts, openTurns, references, stateNames, prints } = stored
  return {
    row,
    parts: new Set(parts),
    openTurns: new Set(openTurns),
    references: new Set(references),
    stateNames: new Set(stateNames),
    prints: new Set(prints),
  }
}
