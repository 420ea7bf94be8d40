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

/** The facts behind a record, and where that stands: who reads goes on from there. */
interface StoredSummary {
  readonly schema: typeof SCHEMA
  readonly sessionID: string
  readonly last: IndexEntry
  readonly records: number
  /** Of all records up to that one, in all segments: a segment that came or went is seen by it. */
  readonly bytes: number
  /** Of their index. */
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

/** Keeps the facts behind `last`, which `cursor` has read. Derived (I13): the caller may ignore that it failed. */
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

/** What the file says, where it is as it was written; whether the records still agree the caller must ask. */
async function readStored(fs: Fs, folder: string, sessionID: string): Promise<StoredSummary | undefined> {
  const file = await readSeenFile(fs, join(folder, SUMMARY_NAME)).catch(() => undefined)
  const read = file && readJson(file.bytes)
  if (!isRecord(read) || !isRecord(read['summary'])) return undefined
  const stored = read['summary'] as unknown as StoredSummary
  const isOwn = stored.schema === SCHEMA && stored.sessionID === sessionID
  return isOwn && crc32c(Buffer.from(JSON.stringify(stored))) === read['check'] ? stored : undefined
}

/** The facts that were kept, with `cursor` behind the record that they end with; undefined where that is not to be proved. */
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
