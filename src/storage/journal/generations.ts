import type { Fs } from '../../files/fs.ts'
import type { Gap } from '../../journal/chain.ts'
import { digestAfter, type Frame, parseRecord } from '../../journal/frame.ts'
import type { IndexEntry } from '../../journal/index-entry.ts'
import { JournalError } from '../../journal/journal-error.ts'
import { SessionCursor } from '../../journal/session-cursor.ts'
import { SessionProjection } from './session-projection.ts'

/** An earlier state of a session that can be rebuilt from its records (I13). */
export interface Generation {
  /** The last record of that state. */
  readonly seq: number
  readonly epoch: number
  /** Epoch ms of that record. */
  readonly at: number
  /** False when records before its end are missing: the state is then incomplete, and restored only with `acceptLoss`. */
  readonly isWhole: boolean
}

/** Whether a gap affects the state that ends with `seq`: records up to its end are missing, or those right after it. */
const touches = ({ after, before = Infinity }: Gap, seq: number): boolean => before <= seq || after === seq

/** The last states of all epochs before the current one, newest first. `gaps` are all losses, acknowledged or not. */
export function generationsOf(index: readonly IndexEntry[], gaps: readonly Gap[] = []): Generation[] {
  const ends: Generation[] = []
  index.forEach(({ seq, epoch, at }, position) => {
    const next = index[position + 1]
    if (next && next.epoch > epoch) ends.push({ seq, epoch, at, isWhole: !gaps.some((gap) => touches(gap, seq)) })
  })
  return ends.reverse()
}

/** The earlier states to keep: at most `generations`, and none that ended before `since` (epoch ms). */
export interface Kept {
  readonly generations: number
  readonly since: number
}

/** The last record number that a compaction may replace; undefined for a session without records. */
export function baseOf(index: readonly IndexEntry[], { generations, since }: Kept): number | undefined {
  const kept = generationsOf(index)
    .slice(0, generations)
    .filter(({ at }) => at >= since)
  return kept.at(-1)?.seq ?? index.at(-1)?.seq
}

interface PastState {
  readonly projection: SessionProjection
  readonly frame: Frame
  /** The running digest after that record. */
  readonly digest: string
}

/**
 * The state of a session right after one of its records.
 *
 * @throws JournalError `not_found` when that record is not there
 */
export async function stateAt(fs: Fs, folder: string, sessionID: string, seq: number): Promise<PastState> {
  const projection = new SessionProjection(sessionID)
  let last: Frame | undefined
  await new SessionCursor(fs, folder).advance({
    take(_entry, frame, line) {
      if (frame.seq > seq) return
      projection.project(parseRecord(line))
      last = frame
    },
    reset: () => projection.reset(),
  })
  if (last?.seq !== seq)
    throw new JournalError('not_found', `Session ${JSON.stringify(sessionID)} has no record ${seq}.`)
  projection.settle()
  return { projection, frame: last, digest: digestAfter(last) }
}
