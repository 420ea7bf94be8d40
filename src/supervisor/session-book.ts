import type { SessionClaims } from './claims/session-claims.ts'
import type { SessionHolder } from './claims/session-holder.ts'
import type { RecoveryTools } from './strategy-run.ts'
import { SessionRecord } from './session-record.ts'
import type { SessionSpec } from './session-spec.ts'
import type { SnapshotStore } from './snapshots/snapshot-store.ts'
import type { SessionState, Snapshot } from './snapshots/snapshot.ts'
import { specOfSnapshot } from './spec-of-snapshot.ts'
import { SupervisorError } from './supervisor-error.ts'

/** States of a session that was alive when its snapshot was written. */
const alive: ReadonlySet<SessionState> = new Set(['running', 'recovering', 'waiting'])

export const wasAlive = ({ state }: Pick<SessionRecord, 'state'>): boolean => alive.has(state)

/** The error for a session that another supervisor holds. */
export function heldError({ id, address }: SessionRecord, holder: SessionHolder): SupervisorError {
  const { tmux } = address ?? {}
  const attach = tmux && `Attach to it: tmux -L ${tmux.socket} attach. Or end`
  return new SupervisorError(
    'held',
    holder.pid === 0
      ? `Somebody looks after ${id} whose claim cannot be read: it holds for a minute after his last sign of life.`
      : `Process ${holder.pid} on ${holder.host} looks after ${id}.`,
    `${attach ?? 'End'} that supervisor, and register again: what still runs is adopted.`,
    { holder },
  )
}

/** All sessions that a supervisor knows: its own, which it has claimed, and those of other supervisors. */
export class SessionBook {
  readonly #tools: Pick<RecoveryTools, 'config' | 'clock' | 'events'>
  readonly #store: SnapshotStore
  readonly #claims: SessionClaims
  readonly #records = new Map<string, SessionRecord>()

  constructor(tools: Pick<RecoveryTools, 'config' | 'clock' | 'events'>, store: SnapshotStore, claims: SessionClaims) {
    this.#tools = tools
    this.#store = store
    this.#claims = claims
  }

  all(): readonly SessionRecord[] {
    return [...this.#records.values()]
  }

  find(sessionID: string): SessionRecord | undefined {
    return this.#records.get(sessionID)
  }

  /** @throws SupervisorError `not_registered` */
  get(sessionID: string): SessionRecord {
    const record = this.#records.get(sessionID)
    if (record) return record
    throw new SupervisorError(
      'not_registered',
      `There is no session ${JSON.stringify(sessionID)}.`,
      'Register it first.',
    )
  }

  /** Loads the snapshots of former supervisors. */
  async load(): Promise<void> {
    const { snapshots, damaged } = await this.#store.load()
    for (const one of damaged) this.#tools.events.emit('snapshot-damaged', one)
    for (const snapshot of snapshots) {
      const { spec, complete } = specOfSnapshot(snapshot)
      const record = this.#newRecord(snapshot.sessionID, spec)
      record.restore(snapshot)
      record.incomplete = !complete
      this.keep(record)
    }
  }

  /**
   * Claims a session for this supervisor and returns its record.
   *
   * @throws SupervisorError `held`
   */
  async enter(sessionID: string, spec: SessionSpec): Promise<SessionRecord> {
    const known = this.#records.get(sessionID)
    const record = known ?? this.#newRecord(sessionID, spec)
    // Stored before the first await, so that a concurrent call gets the same record.
    this.#records.set(sessionID, record)
    try {
      await this.own(record)
    } catch (cause) {
      if (!known) this.#records.delete(sessionID)
      throw cause
    }
    return record
  }

  /** @throws SupervisorError `held` */
  async own(record: SessionRecord): Promise<void> {
    const holder = await this.claim(record)
    if (holder) throw heldError(record, holder)
  }

  /** Claims a session and restores a newer snapshot, if there is one. Returns the holder when another supervisor has it. */
  async claim(record: SessionRecord): Promise<SessionHolder | undefined> {
    if (record.claim !== undefined) return undefined
    const { token, holder } = await this.#claims.take(record.id)
    const stored = await this.#stored(record)
    if (holder) {
      // The present address, so that the error can tell how to attach.
      record.address = stored?.address ?? record.address
      return holder
    }
    // A concurrent call may have been faster.
    if (record.claim !== undefined) return undefined
    if (stored && stored.revision > record.revision) record.restore(stored)
    record.claim = token
    return undefined
  }

  /** Deletes everything written of a session, and its claim. */
  async remove(record: SessionRecord, erase: () => Promise<void>): Promise<void> {
    await erase()
    this.#claims.forget(record.id)
    record.claim = undefined
  }

  drop({ id }: SessionRecord): void {
    this.#records.delete(id)
  }

  /** Adds a loaded or dropped session (again), unless another one has its id by now. */
  keep(record: SessionRecord): void {
    if (!this.#records.has(record.id)) this.#records.set(record.id, record)
  }

  /** Releases all sessions for the next supervisor. */
  async giveBack(): Promise<void> {
    await this.#claims.close()
    for (const record of this.#records.values()) record.claim = undefined
  }

  #newRecord(sessionID: string, spec: SessionSpec): SessionRecord {
    return new SessionRecord(sessionID, spec, this.#tools.config, this.#tools.clock)
  }

  async #stored(record: SessionRecord): Promise<Snapshot | undefined> {
    const { snapshots, damaged } = await this.#store.read(record.id)
    // Damage found by `load` has been reported already.
    if (record.revision === 0) for (const one of damaged) this.#tools.events.emit('snapshot-damaged', one)
    return snapshots[0]
  }
}
