import type { Fs } from '../../files/fs.ts'
import type { Gap } from '../../journal/chain.ts'
import { digestAfter, type Frame, parseRecord } from '../../journal/frame.ts'
import type { IndexEntry } from '../../journal/index-entry.ts'
import { JournalError } from '../../journal/journal-error.ts'
import { SessionCursor } from '../../journal/session-cursor.ts'
import { SessionProjection } from './session-projection.ts'

/** An earlier state of a session. Its records are still there, so nothing but them can be lost (I13). */
export interface Generation {
  /** The last record of that state. */
  readonly seq: number
  readonly epoch: number
  /** Epoch ms of that record. */
  readonly at: number
  /** False when records before its end are missing: then it is not what the session was, and is restored only on request. */
  readonly isWhole: boolean
}

/** A state misses something when records up to its end are gone, or those that would have told where it ends. */
const touches = ({ after, before = Infinity }: Gap, seq: number): boolean => before <= seq || after === seq

/** The ends of all epochs before the current one, newest first. `gaps` are the losses of the session, acknowledged or not. */
export function generationsOf(index: readonly IndexEntry[], gaps: readonly Gap[] = []): Generation[] {
  const ends: Generation[] = []
  index.forEach(({ seq, epoch, at }, position) => {
    const next = index[position + 1]
    if (next && next.epoch > epoch) ends.push({ seq, epoch, at, isWhole: !gaps.some((gap) => touches(gap, seq)) })
  })
  return ends.reverse()
}

/** How many earlier states must stay, and how old the oldest of them may be (epoch ms of its end). */
export interface Kept {
  readonly generations: number
  readonly since: number
}

/** The number up to which records may go; undefined for a session without records. */
export function baseOf(index: readonly IndexEntry[], { generations, since }: Kept): number | undefined {
  const kept = generationsOf(index)
    .slice(0, generations)
    .filter(({ at }) => at >= since)
  return kept.at(-1)?.seq ?? index.at(-1)?.seq
}

interface PastState {
  readonly projection: SessionProjection
  readonly frame: Frame
  /** The running digest behind that record. */
  readonly digest: string
}

/**
 * What a session was behind one of its records.
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
