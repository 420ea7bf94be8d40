import type { EventBoard } from './supervisor-events.ts'
import type { SessionRecord } from './session-record.ts'
import type { Snapshot } from './snapshots/snapshot.ts'
import type { SnapshotStore } from './snapshots/snapshot-store.ts'
import { nameOf } from './strategies/strategy.ts'

/** After this many small changes a whole snapshot is written, so that the file of changes stays small. */
const mostChanges = 64

/** The fields of a small change; output, history and screen wait for the next whole snapshot. */
function changedFields({
  state,
  takenAt,
  address,
  lastExit,
  attemptsAt,
  interactive,
  errorContext,
  workingDirectory,
}: Snapshot): Partial<Snapshot> {
  return {
    state,
    takenAt,
    attemptsAt,
    workingDirectory,
    ...(address && { address }),
    ...(lastExit && { lastExit }),
    ...(interactive && { interactive }),
    ...(errorContext && { errorContext }),
  }
}

/**
 * The screen for a snapshot. Colour codes and wrapped lines may split a secret so that masking misses it: if the bare text
 * contains one, the masked text is kept instead of the screen.
 */
async function screenOf({ handle, filter }: SessionRecord): Promise<string | undefined> {
  try {
    const bare = (await handle?.screenText?.()) ?? ''
    const masked = filter.text(bare)
    return masked === bare ? await handle?.screen?.() : masked
  } catch {
    // Without a readable screen the snapshot is still written.
    return undefined
  }
}

/** The claim's token; 0, which no claim has, makes the store refuse the write. */
const tokenOf = ({ claim = 0 }: SessionRecord): number => claim

/** Writes snapshots, one after the other for each session. A failure is emitted and kept in `writeError`. */
export class SnapshotKeeper {
  readonly #store: SnapshotStore
  readonly #events: EventBoard

  constructor(store: SnapshotStore, events: EventBoard) {
    this.#store = store
    this.#events = events
  }

  /** Writes a whole snapshot. Rejects with the store's error. */
  save(record: SessionRecord): Promise<void> {
    return this.#queue(record, async () => {
      const screen = await screenOf(record)
      record.changesSinceSnapshot = 0
      await this.#store.save(record.toSnapshot(screen), tokenOf(record))
    })
  }

  /** Writes a small change. Rejects with the store's error. */
  async saveChange(record: SessionRecord): Promise<void> {
    record.changesSinceSnapshot += 1
    if (record.changesSinceSnapshot >= mostChanges) return this.save(record)
    return this.#queue(record, async () => {
      const fields = changedFields(record.toSnapshot())
      const change = { sessionID: record.id, revision: record.revision, fields }
      await this.#store.append(change, tokenOf(record))
    })
  }

  /** Writes a small change, but never rejects: a failure is only emitted. */
  async note(record: SessionRecord): Promise<void> {
    await this.saveChange(record).catch(() => undefined)
  }

  /** Archives the snapshot for a person; returns where, or `undefined` when that failed. */
  async archive(record: SessionRecord): Promise<string | undefined> {
    try {
      const screen = await screenOf(record)
      return await this.#store.archive(record.toSnapshot(screen))
    } catch (cause) {
      this.#failed(record, cause)
      return undefined
    }
  }

  async remove(record: SessionRecord): Promise<void> {
    await record.writing
    await this.#store.remove(record.id, tokenOf(record))
  }

  #queue(record: SessionRecord, write: () => Promise<void>): Promise<void> {
    record.revision += 1
    const { revision } = record
    const written = record.writing.then(write)
    record.writing = written.then(
      () => {
        record.writeError = undefined
        this.#events.emit('snapshot-updated', { sessionID: record.id, revision })
      },
      (cause: unknown) => this.#failed(record, cause),
    )
    return written
  }

  #failed(record: SessionRecord, cause: unknown): void {
    record.writeError = nameOf(cause)
    this.#events.emit('snapshot-failed', { sessionID: record.id, cause })
  }
}
