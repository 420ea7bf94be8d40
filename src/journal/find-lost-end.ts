import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import type { Chain, Gap } from './chain.ts'
import { INDEX_NAME, type IndexEntry } from './index-entry.ts'
import { readEntries } from './read-entries.ts'
import { readManifest } from './read-manifest.ts'
import { MANIFEST_SCHEMA } from './session-manifest.ts'
import { RESTORED_TYPE } from './snapshot-record.ts'

/** The type of the record that stands in the place of a lost end which held an intentional shrink. */
export const SHRINK_LOST_TYPE = 'journal.shrink_lost'

/** What the derived files know of records that stood behind the last good one. */
export interface LostEnd {
  /** Number of the last. */
  readonly seq: number
  readonly epoch: number
  /** It removed the session. */
  readonly isRemoval: boolean
}

/** What was read of a session's records. */
export interface ReadRecords {
  readonly chain: Chain
  /** Of all segments. */
  readonly bytes: number
  /** Of the index of what was read. */
  readonly indexBytes: number
}

/** Whether the index is longer than that of the records that are there: then somebody should ask it for others. */
async function isIndexLonger(fs: Fs, folder: string, indexBytes: number): Promise<boolean> {
  const index = await fs.lstat(join(folder, INDEX_NAME)).catch(() => undefined)
  return index?.isFile === true && index.size > indexBytes
}

/** Records that say nothing of whether the session lives: of leases, and of the journal itself, but one that brings it back. */
const isBeside = ({ type }: IndexEntry): boolean =>
  type === 'lease_saved' || (type.startsWith('journal.') && type !== RESTORED_TYPE)

/**
 * An index is believed where it names the last record that is there, by number and checksum (I13). One that a compaction has
 * shortened no longer names those of an older copy: then the manifest must tell of the same end.
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
 * The manifest has no checksum: it is believed where it names the session, and two of its numbers, the last record and the
 * bytes, are not those of the records.
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
 * Records that were acknowledged and are gone from the end, without a trace among the records: the file was cut, emptied or put
 * back from an older copy. Index and manifest are written after a record was acknowledged, so they are the witnesses.
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

/** An end that took something out on purpose: nobody knows what, and nothing of it may come back (I14). */
export function heldShrink({ chain }: Pick<ReadRecords, 'chain'>, lost: LostEnd | undefined): lost is LostEnd {
  return lost !== undefined && lost.epoch > chain.epoch
}

/** The gap that a lost end leaves. A torn last line that the witnesses name was whole once: they are written after its acknowledgement. */
export function lostTail(
  { chain, gaps }: { readonly chain: Chain; readonly gaps: readonly Gap[] },
  lost: LostEnd | undefined,
): readonly Gap[] {
  const isKnown = gaps.some(({ before }) => before === undefined)
  return lost && !isKnown ? [{ after: chain.seq }] : []
}
