import { createHash } from 'node:crypto'
import type { ContentId } from '../files/hash-file.ts'
import type { Fs } from '../files/fs.ts'
import { isRecord } from '../json/is-record.ts'
import { Chain, type Gap } from './chain.ts'
import { parseRecord } from './frame.ts'
import { indexLine } from './index-entry.ts'
import { listSegments } from './list-segments.ts'
import type { Segment } from './segments.ts'
import { type SetAsideReason, type Walked, walkSegment } from './walk-segment.ts'

/** All modes, from the most tolerant to the strictest. */
export const recoveryModes = ['salvage', 'tail', 'point_in_time', 'absolute'] as const

/**
 * How a recovery treats damage; the four modes of RocksDB's WAL recovery.
 *
 * - `salvage`: damage is set aside, all good records before and after it stay
 * - `tail`: only a torn tail is cut off; damage in the middle is refused
 * - `point_in_time`: everything from the first damage on is set aside
 * - `absolute`: all damage is refused
 */
export type RecoveryMode = (typeof recoveryModes)[number]

/** The bytes after the last good record. */
interface Tail {
  readonly start: number
  /** Bytes to set aside. */
  bytes: number
  /** Lines that may have been acknowledged records. */
  readonly lost: Set<number>
  /** Lines of an unfinished write. */
  readonly torn: Set<number>
}

export interface ExaminedSegment extends Segment {
  /** Bytes to set aside that a good record follows, in this segment or a later one. */
  inside: number
  tail: Tail
  /** Whether the last good record lacks its line feed. */
  isUnterminated: boolean
}

/** The state of a session's records, from one pass over them. */
export interface ExaminedSession {
  readonly segments: readonly ExaminedSegment[]
  readonly chain: Chain
  /** The session id in the first record. */
  readonly owner: string | undefined
  /** Places where something acknowledged is missing. */
  readonly gaps: readonly Gap[]
  readonly droppedTailBytes: number
  readonly setAsideBytes: number
  /** Length that the index must have, when nothing is to be set aside. */
  readonly indexBytes: number
  /** Digest that the index must have, when nothing is to be set aside. */
  readonly index: Pick<ContentId, 'sha256'>
}

/** The session id that a record's first change names; undefined for a record without changes. */
function ownerOf(line: Uint8Array): string | undefined {
  const { data } = parseRecord(line)
  const [change] = isRecord(data) && Array.isArray(data['changes']) ? data['changes'] : []
  return isRecord(change) && typeof change['sessionID'] === 'string' ? change['sessionID'] : undefined
}

const tailFrom = (start: number): Tail => ({ start, bytes: 0, lost: new Set(), torn: new Set() })

/** Reasons that do not mean a lost record: the bytes were never an acknowledged one, or it exists elsewhere. */
const harmless: ReadonlySet<SetAsideReason> = new Set([
  'duplicate',
  'stale_token',
  'out_of_order',
  'foreign',
  'not_object',
  'bom',
])

function addToTail(tail: Tail, { entry, length }: Walked, reason: SetAsideReason): void {
  tail.bytes += length
  // A line without end, or zero bytes: typical for a write that a power loss has interrupted.
  if (entry.ending === 'none' || reason === 'nul_run') tail.torn.add(entry.line)
  else if (!harmless.has(reason)) tail.lost.add(entry.line)
}

/**
 * Reads all records of a session in constant memory and changes nothing.
 *
 * @throws JournalError `unsafe_path`, or what the file system throws
 */
export async function examineSession(fs: Fs, folder: string, mode?: RecoveryMode): Promise<ExaminedSession> {
  const chain = new Chain({ stopsAtDamage: mode === 'point_in_time' })
  const index = createHash('sha256')
  let indexBytes = 0
  let owner: string | undefined
  const segments: ExaminedSegment[] = []
  for (const segment of await listSegments(fs, folder)) {
    const examined: ExaminedSegment = {
      ...segment,
      inside: 0,
      tail: tailFrom(0),
      isUnterminated: false,
    }
    segments.push(examined)
    let firstSeq: number | undefined
    for await (const pieces of walkSegment(fs, segment.path, chain, { isTransient: true })) {
      let lines = ''
      for (const piece of pieces) {
        const { offset, length } = piece
        if (piece.kind === 'set_aside') addToTail(examined.tail, piece, piece.reason)
        else if (piece.kind === 'record') {
          examined.inside += examined.tail.bytes
          examined.tail = tailFrom(offset + length)
          examined.isUnterminated = piece.entry.ending === 'none' || piece.entry.ending === 'glued'
          if (indexBytes === 0 && lines === '') owner = ownerOf(piece.entry.bytes)
          firstSeq ??= piece.frame.seq
          lines += indexLine({ ...piece.frame, segment: firstSeq, offset, length })
        }
      }
      index.update(lines)
      indexBytes += lines.length
    }
  }
  const last = segments.at(-1)
  // All but the last segment were whole when they were closed: damage at their end is damage in the middle.
  for (const segment of segments)
    if (segment !== last) {
      segment.inside += segment.tail.bytes
      segment.tail.bytes = 0
    }
  const { start, bytes, lost, torn } = last?.tail ?? tailFrom(0)
  const gaps = [...lost].some((line) => !torn.has(line)) ? [...chain.gaps, { after: chain.seq }] : chain.gaps
  const droppedTailBytes = bytes > 0 ? last!.size - start : 0
  return {
    segments,
    chain,
    owner,
    gaps,
    droppedTailBytes,
    setAsideBytes: segments.reduce((sum, { inside }) => sum + inside, 0) + droppedTailBytes,
    indexBytes,
    index: { sha256: index.digest('hex') },
  }
}
