import type { SnapshotDraft } from '../../journal/compaction.ts'
import type { Fs } from '../../files/fs.ts'
import type { IndexEntry } from '../../journal/index-entry.ts'
import { noSnapshot } from '../../journal/journal-error.ts'
import { isSnapshot } from '../../journal/snapshot-record.ts'
import { changesOf } from '../state/changes-of.ts'
import { stateAt } from './generations.ts'

/** The longest text of JavaScript is four times as long as a record; what is above it throws a bare `RangeError`. */
function textOf(data: unknown): string {
  try {
    return JSON.stringify(data)
  } catch (cause) {
    throw noSnapshot(cause)
  }
}

/** A session whose records are to be squeezed. */
export interface Squeezed {
  readonly fs: Fs
  readonly folder: string
  readonly sessionID: string
  /** Its first record. */
  readonly first: IndexEntry | undefined
  /** Number of its last record. */
  readonly last: number
  /** The epoch in which it was removed: then nothing that was said stays, and only the records behind tell that it is gone. */
  readonly removedIn: number | undefined
}

/** The snapshot that stands for all records up to `upTo`; undefined where there is nothing to take out. */
export async function snapshotUpTo(
  upTo: number,
  { fs, folder, sessionID, first, last, removedIn }: Squeezed,
): Promise<Omit<SnapshotDraft, 'checkClaim'> | undefined> {
  if (first === undefined || first.seq > upTo) return undefined
  const isRemoved = removedIn !== undefined
  const isSqueezed = first.seq === upTo && isSnapshot(first)
  if (isSqueezed && !isRemoved) return undefined
  const { projection, frame, digest } = await stateAt(fs, folder, sessionID, upTo)
  // The session may have been squeezed while it lived.
  if (isSqueezed && !projection.state.sessions.get(sessionID)) return undefined
  const kept = changesOf(projection.state, sessionID)
  const changes = isRemoved ? kept.filter(({ type }) => type === 'lease_saved') : kept
  const dataText = textOf({ changes, ...(upTo < last && projection.hasGap && { misses: true }) })
  return { base: isRemoved ? { ...frame, epoch: removedIn } : frame, digest, dataText }
}
