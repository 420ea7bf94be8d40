import type { EventBoard } from './supervisor-events.ts'
import type { SessionRecord } from './session-record.ts'
import type { Snapshot } from './snapshots/snapshot.ts'
import type { SnapshotStore } from './snapshots/snapshot-store.ts'
import { nameOf } from './strategies/strategy.ts'

/** After so many small changes a whole snapshot is taken: replaying stays short, and the file of changes small. */
const mostChanges = 64

/** Fields that tell of a change of state; output, history and screen wait for the next whole snapshot. */
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
 * What stands on the screen. Colours and wrapped lines may cut a secret to pieces that nobody recognises: where the bare text
 * holds one, that text, masked, is kept instead.
 */
async function screenOf({ handle, filter }: SessionRecord): Promise<string | undefined> {
  try {
    const bare = (await handle?.screenText?.()) ?? ''
    const masked = filter.text(bare)
    return masked === bare ? await handle?.screen?.() : masked
  } catch {
    // A screen that cannot be read costs the snapshot its screen, not the session its snapshot.
    return undefined
  }
}

/** No claim has this number: without one every write is refused. */
const tokenOf = ({ claim = 0 }: SessionRecord): number => claim

/** Writes snapshots, one after the other for each session. A failure is told and remembered, never swallowed. */
export class SnapshotKeeper {
  readonly #store: SnapshotStore
  readonly #events: EventBoard

  constructor(store: SnapshotStore, events: EventBoard) {
    this.#store = store
    this.#events = events
  }

  /** Writes everything. Rejects with what the store said. */
  save(record: SessionRecord): Promise<void> {
    return this.#queue(record, async () => {
      const screen = await screenOf(record)
      record.changesSinceSnapshot = 0
      await this.#store.save(record.toSnapshot(screen), tokenOf(record))
    })
  }

  /** Writes what has changed. Rejects with what the store said. */
  async saveChange(record: SessionRecord): Promise<void> {
    record.changesSinceSnapshot += 1
    if (record.changesSinceSnapshot >= mostChanges) return this.save(record)
    return this.#queue(record, async () => {
      const fields = changedFields(record.toSnapshot())
      const change = { sessionID: record.id, revision: record.revision, fields }
      await this.#store.append(change, tokenOf(record))
    })
  }

  /** The same, and never rejects: what runs goes on, the failure is told. */
  async note(record: SessionRecord): Promise<void> {
    await this.saveChange(record).catch(() => undefined)
  }

  /** Keeps the snapshot for a person; gives back where, or `undefined` when even that failed. */
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
