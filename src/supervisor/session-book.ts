import type { SessionClaims } from './claims/session-claims.ts'
import type { SessionHolder } from './claims/session-holder.ts'
import type { RecoveryTools } from './strategy-run.ts'
import { SessionRecord } from './session-record.ts'
import type { SessionSpec } from './session-spec.ts'
import type { SnapshotStore } from './snapshots/snapshot-store.ts'
import type { SessionState, Snapshot } from './snapshots/snapshot.ts'
import { specOfSnapshot } from './spec-of-snapshot.ts'
import { SupervisorError } from './supervisor-error.ts'

/** States of a session whose program ran when its supervisor was last seen. */
const alive: ReadonlySet<SessionState> = new Set(['running', 'recovering', 'waiting'])

export const wasAlive = ({ state }: Pick<SessionRecord, 'state'>): boolean => alive.has(state)

/** Who holds a session, as a refusal says it. */
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

/** The sessions that a supervisor knows: its own, which it has claimed, and those that others look after. */
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

  /** Loads what former supervisors have left. */
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
   * The record of a session that this supervisor is to look after from now on.
   *
   * @throws SupervisorError `held`
   */
  async enter(sessionID: string, spec: SessionSpec): Promise<SessionRecord> {
    const known = this.#records.get(sessionID)
    const record = known ?? this.#newRecord(sessionID, spec)
    // At once: a second call must meet the same record.
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

  /** Claims a session, and catches up on what was done to it since it was last looked at. Who has it is the answer when it is refused. */
  async claim(record: SessionRecord): Promise<SessionHolder | undefined> {
    if (record.claim !== undefined) return undefined
    const { token, holder } = await this.#claims.take(record.id)
    const stored = await this.#stored(record)
    if (holder) {
      // Where it runs: to attach to.
      record.address = stored?.address ?? record.address
      return holder
    }
    // Another call may have been quicker.
    if (record.claim !== undefined) return undefined
    if (stored && stored.revision > record.revision) record.restore(stored)
    record.claim = token
    return undefined
  }

  /** Forgets a session, and all that is written of it. */
  async remove(record: SessionRecord, erase: () => Promise<void>): Promise<void> {
    await erase()
    this.#claims.forget(record.id)
    record.claim = undefined
  }

  drop({ id }: SessionRecord): void {
    this.#records.delete(id)
  }

  /** Knows a session that was left behind or dropped, unless another one has its id by now. */
  keep(record: SessionRecord): void {
    if (!this.#records.has(record.id)) this.#records.set(record.id, record)
  }

  /** Gives every session back: the next supervisor may have it. */
  async giveBack(): Promise<void> {
    await this.#claims.close()
    for (const record of this.#records.values()) record.claim = undefined
  }

  #newRecord(sessionID: string, spec: SessionSpec): SessionRecord {
    return new SessionRecord(sessionID, spec, this.#tools.config, this.#tools.clock)
  }

  async #stored(record: SessionRecord): Promise<Snapshot | undefined> {
    const { snapshots, damaged } = await this.#store.read(record.id)
    // What was damaged when all were loaded has been told.
    if (record.revision === 0) for (const one of damaged) this.#tools.events.emit('snapshot-damaged', one)
    return snapshots[0]
  }
}
