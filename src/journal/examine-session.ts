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

/** From what loses least to what asks most. */
export const recoveryModes = ['salvage', 'tail', 'point_in_time', 'absolute'] as const

/**
 * How far a recovery goes; the four of the field (RocksDB).
 *
 * - `salvage`: damage is set aside, everything good on both sides stays
 * - `tail`: only a torn tail is cut off; damage in the middle is left for a person
 * - `point_in_time`: everything from the first damage on is set aside
 * - `absolute`: all damage is refused
 */
export type RecoveryMode = (typeof recoveryModes)[number]

/** What follows the last good record. */
interface Tail {
  readonly start: number
  /** Of what is to be set aside. */
  bytes: number
  /** Lines that may have been a record which was acknowledged. */
  readonly lost: Set<number>
  /** Lines of a write that did not come to its end. */
  readonly torn: Set<number>
}

export interface ExaminedSegment extends Segment {
  /** Bytes to set aside that something good follows. */
  inside: number
  tail: Tail
  /** The last record is good and lacks its line feed. */
  isUnterminated: boolean
}

/** What a session's records are, from one pass over them. */
export interface ExaminedSession {
  readonly segments: readonly ExaminedSegment[]
  readonly chain: Chain
  /** The session that the first record names. */
  readonly owner: string | undefined
  /** Places where something acknowledged is missing. */
  readonly gaps: readonly Gap[]
  readonly droppedTailBytes: number
  readonly setAsideBytes: number
  /** Length of the index, which must be `index` when nothing is to be set aside. */
  readonly indexBytes: number
  /** What the index must be, when nothing is to be set aside. */
  readonly index: Pick<ContentId, 'sha256'>
}

/** Each change names its session; what is no change of a store says nothing. */
function ownerOf(line: Uint8Array): string | undefined {
  const { data } = parseRecord(line)
  const [change] = isRecord(data) && Array.isArray(data['changes']) ? data['changes'] : []
  return isRecord(change) && typeof change['sessionID'] === 'string' ? change['sessionID'] : undefined
}

const tailFrom = (start: number): Tail => ({ start, bytes: 0, lost: new Set(), torn: new Set() })

/** Nobody lost a record where such bytes stand. */
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
  // A line without end, or zero bytes: what a write leaves that was under way when the power went.
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
  // A segment that others follow was whole when it was closed: damage at its end is damage in the middle.
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
