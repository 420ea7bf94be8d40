import type { SnapshotDraft } from '../../journal/compaction.ts'
import type { Fs } from '../../files/fs.ts'
import type { IndexEntry } from '../../journal/index-entry.ts'
import { noSnapshot } from '../../journal/journal-error.ts'
import { isSnapshot } from '../../journal/snapshot-record.ts'
import { changesOf } from '../state/changes-of.ts'
import { stateAt } from './generations.ts'

/** JSON text; a state longer than the longest possible string throws `noSnapshot` in place of a bare `RangeError`. */
function textOf(data: unknown): string {
  try {
    return JSON.stringify(data)
  } catch (cause) {
    throw noSnapshot(cause)
  }
}

/** A session to be compacted. */
export interface Squeezed {
  readonly fs: Fs
  readonly folder: string
  readonly sessionID: string
  /** Its first record. */
  readonly first: IndexEntry | undefined
  /** Number of its last record. */
  readonly last: number
  /** The epoch in which it was removed: the snapshot then holds no conversation, and the records after it tell of the removal. */
  readonly removedIn: number | undefined
}

/** The snapshot that replaces all records up to `upTo`; undefined if there is nothing to replace. */
export async function snapshotUpTo(
  upTo: number,
  { fs, folder, sessionID, first, last, removedIn }: Squeezed,
): Promise<Omit<SnapshotDraft, 'checkClaim'> | undefined> {
  if (first === undefined || first.seq > upTo) return undefined
  const isRemoved = removedIn !== undefined
  const isSqueezed = first.seq === upTo && isSnapshot(first)
  if (isSqueezed && !isRemoved) return undefined
  const { projection, frame, digest } = await stateAt(fs, folder, sessionID, upTo)
  // Nothing to do, unless the snapshot was made before the removal and still holds the conversation.
  if (isSqueezed && !projection.state.sessions.get(sessionID)) return undefined
  const kept = changesOf(projection.state, sessionID)
  const changes = isRemoved ? kept.filter(({ type }) => type === 'lease_saved') : kept
  const dataText = textOf({ changes, ...(upTo < last && projection.hasGap && { misses: true }) })
  return { base: isRemoved ? { ...frame, epoch: removedIn } : frame, digest, dataText }
}
