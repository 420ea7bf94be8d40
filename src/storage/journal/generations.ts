import type { Fs } from '../../files/fs.ts'
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
}

/** The ends of all epochs before the current one, newest first. */
export function generationsOf(index: readonly IndexEntry[]): Generation[] {
  const ends: Generation[] = []
  index.forEach(({ seq, epoch, at }, position) => {
    const next = index[position + 1]
    if (next && next.epoch > epoch) ends.push({ seq, epoch, at })
  })
  return ends.reverse()
}

/** The number up to which records may go when so many earlier states must stay; undefined for a session without records. */
export function baseOf(index: readonly IndexEntry[], generations: number): number | undefined {
  const kept = generationsOf(index).slice(0, generations)
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
