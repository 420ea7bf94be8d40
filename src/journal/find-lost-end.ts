import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import type { Chain, Gap } from './chain.ts'
import { INDEX_NAME, type IndexEntry } from './index-entry.ts'
import { readEntries } from './read-entries.ts'
import { readManifest } from './read-manifest.ts'
import { MANIFEST_SCHEMA } from './session-manifest.ts'
import { RESTORED_TYPE } from './snapshot-record.ts'

/** The type of the record written in place of a lost end that contained an intentional shrink. */
export const SHRINK_LOST_TYPE = 'journal.shrink_lost'

/** Records after the last good one that are lost, as the derived files remember them. */
export interface LostEnd {
  /** Number of the last lost record. */
  readonly seq: number
  readonly epoch: number
  /** Whether the lost records removed the session. */
  readonly isRemoval: boolean
}

/** The result of reading a session's records. */
export interface ReadRecords {
  readonly chain: Chain
  /** Bytes of all segments. */
  readonly bytes: number
  /** Length of the index of the records that were read. */
  readonly indexBytes: number
}

/** Whether the index file is longer than the existing records explain, so that it may name lost ones. */
async function isIndexLonger(fs: Fs, folder: string, indexBytes: number): Promise<boolean> {
  const index = await fs.lstat(join(folder, INDEX_NAME)).catch(() => undefined)
  return index?.isFile === true && index.size > indexBytes
}

/** Records that do not tell whether the session lives: those of leases and of the journal itself, except a restore. */
const isBeside = ({ type }: IndexEntry): boolean =>
  type === 'lease_saved' || (type.startsWith('journal.') && type !== RESTORED_TYPE)

/**
 * The lost end by the index, which is trusted if it names the last existing record by number and checksum (I13). After a compaction
 * the index does not name the records of an older copy that was put back: then the manifest must agree on the end.
 */
function endOfIndex(
  entries: readonly IndexEntry[],
  chain: Chain,
  byManifest: LostEnd | undefined,
): LostEnd | undefined {
  const last = entries.findIndex(({ seq, crc }) => seq === chain.seq && crc === chain.crc)
  const behind = entries.slice(last + 1).filter(({ seq }) => seq > chain.seq)
  const end = behind.at(-1)
  const isVouched = end?.seq === byManifest?.seq && end?.epoch === byManifest?.epoch
  if (end === undefined || (last < 0 && chain.records > 0 && !isVouched)) return undefined
  const isRemoval = behind.findLast((entry) => !isBeside(entry))?.type === 'session_removed'
  return { seq: end.seq, epoch: end.epoch, isRemoval }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value)

/**
 * The lost end by the manifest. It has no checksum, so it is trusted only if it names the session, and both its last record and its
 * size differ from those of the records.
 */
async function endOfManifest(
  fs: Fs,
  folder: string,
  sessionID: string,
  { chain, bytes }: ReadRecords,
): Promise<LostEnd | undefined> {
  const { schema, sessionID: told, lastSeq: seq, epoch, bytes: size } = await readManifest(fs, folder)
  if (schema !== MANIFEST_SCHEMA || told !== sessionID || !isCount(seq) || !isCount(epoch)) return undefined
  return seq > chain.seq && size !== bytes ? { seq, epoch, isRemoval: false } : undefined
}

/**
 * Finds acknowledged records that are lost at the end without a trace in the records: the file was cut, emptied or replaced by an
 * older copy. Index and manifest are written after a record is acknowledged, so what they name did exist.
 */
export async function findLostEnd(
  fs: Fs,
  folder: string,
  sessionID: string,
  read: ReadRecords,
): Promise<LostEnd | undefined> {
  const byManifest = await endOfManifest(fs, folder, sessionID, read)
  const isToBeAsked = byManifest !== undefined || (await isIndexLonger(fs, folder, read.indexBytes))
  const byIndex = endOfIndex(isToBeAsked ? await readEntries(fs, folder) : [], read.chain, byManifest)
  return byManifest && byManifest.seq > (byIndex?.seq ?? 0) ? byManifest : byIndex
}

/** Whether the lost end contained an intentional shrink: nobody knows what it removed, and none of it may come back (I14). */
export function heldShrink({ chain }: Pick<ReadRecords, 'chain'>, lost: LostEnd | undefined): lost is LostEnd {
  return lost !== undefined && lost.epoch > chain.epoch
}

/** The gap that a lost end leaves. Index and manifest name only acknowledged records, so also a torn last line that they name is lost. */
export function lostTail(
  { chain, gaps }: { readonly chain: Chain; readonly gaps: readonly Gap[] },
  lost: LostEnd | undefined,
): readonly Gap[] {
  const isKnown = gaps.some(({ before }) => before === undefined)
  return lost && !isKnown ? [{ after: chain.seq }] : []
}
