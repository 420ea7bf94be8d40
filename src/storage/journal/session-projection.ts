import { type LostEnd, SHRINK_LOST_TYPE } from '../../journal/find-lost-end.ts'
import { type Frame, type JournalRecord, parseRecord } from '../../journal/frame.ts'
import type { IndexEntry } from '../../journal/index-entry.ts'
import type { RecordTaker } from '../../journal/session-cursor.ts'
import { holdsAll, missesRecords, RESTORED_TYPE } from '../../journal/snapshot-record.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Change } from '../change.ts'
import { chain } from '../rules/chain.ts'
import { applyChanges } from '../state/apply-changes.ts'
import { emptyState, forgetSession, type StoreState } from '../state/store-state.ts'
import { ownChanges } from './own-changes.ts'

/** Types of changes by which messages can leave a conversation. */
const shrinks: ReadonlySet<string> = new Set([
  'session_removed',
  'messages_placed',
  'messages_dropped',
  'change_recorded',
])

/** Builds the state of one session from its records, with the projection of the memory store (`applyChanges`). */
export class SessionProjection implements RecordTaker {
  readonly sessionID: string
  state: StoreState = emptyState()
  epoch = 0
  #seq = 0
  #hasGap = false

  constructor(sessionID: string) {
    this.sessionID = sessionID
  }

  /** Whether records are missing, so that later ones may refer to rows that do not exist. */
  get hasGap(): boolean {
    return this.#hasGap
  }

  reset(): void {
    this.state = emptyState()
    this.epoch = 0
    this.#seq = 0
    this.#hasGap = false
  }

  take(_entry: IndexEntry, _frame: Frame, line: Uint8Array): void {
    this.project(parseRecord(line))
  }

  project({ seq, type, epoch, data }: JournalRecord): void {
    if (type === SHRINK_LOST_TYPE) {
      this.loseEnd({ seq: seq - 1, epoch, isRemoval: isRecord(data) && data['removed'] === true })
      this.#seq = seq
      return
    }
    const changes = ownChanges(data, this.sessionID)
    const isWhole = holdsAll({ type })
    if (!isWhole && seq !== this.#seq + 1) this.#hasGap = true
    if (isWhole) {
      this.#forget()
      this.#hasGap ||= missesRecords(data)
    } else if (this.#hasGap && this.#missesShrink(epoch, changes)) this.#forget()
    this.#seq = seq
    this.epoch = epoch
    for (const change of changes) {
      this.#hasGap ||= this.#isUnfitting(change)
      applyChanges(this.state, this.#hasGap ? this.#fitting(change) : [change])
    }
  }

  /** Applies a record that this process has just appended. */
  wrote({ seq, type, epoch }: Frame, changes: readonly Change[]): void {
    if (type === RESTORED_TYPE) this.#forget()
    this.#seq = seq
    this.epoch = epoch
    applyChanges(this.state, changes)
  }

  /**
   * After a loss, sets count and head of the session's row from the messages that are left, so that the session can be read and
   * written again. The loss itself stays reported until it is acknowledged.
   */
  settle(): void {
    const session = this.#hasGap ? this.state.sessions.get(this.sessionID) : undefined
    if (session === undefined) return
    const rows = session.order.map((key) => session.messages.get(key)!)
    session.row = { ...session.row, count: rows.length, head: chain(rows, rows.length).head }
  }

  /**
   * Handles records lost at the end. If their epoch is higher, they contained an intentional shrink; nobody knows what it removed,
   * and nothing of that may come back (I14): the session goes on empty, or as removed.
   */
  loseEnd({ seq, epoch, isRemoval }: LostEnd): void {
    if (epoch <= this.epoch) return
    const lost = Math.max(0, seq - this.#seq)
    this.#seq = seq
    this.epoch = epoch
    this.#hasGap = true
    const row = this.state.sessions.get(this.sessionID)?.row
    if (row === undefined) return
    this.#forget()
    // Each lost record may have had a revision: none of those is given again.
    const revision = row.revision + lost
    const left = { ...row, epoch, revision, count: 0, head: '', standing: null }
    const { sessionID } = this
    applyChanges(this.state, [
      isRemoval
        ? {
            type: 'session_removed',
            sessionID,
            session: { ...left, revision: 0, floor: Math.max(row.floor, revision), removedAt: row.updatedAt },
          }
        : { type: 'session_saved', sessionID, session: left },
    ])
  }

  #forget(): void {
    const session = this.state.sessions.get(this.sessionID)
    if (session) forgetSession(this.state, session)
    this.state.sessions.delete(this.sessionID)
    this.state.tombstones.delete(this.sessionID)
  }

  /** Whether the epoch grew within the gap: a lost record removed something, nobody knows what, and none of it may come back (I14). */
  #missesShrink(epoch: number, changes: readonly Change[]): boolean {
    const own = changes.some(({ type }) => shrinks.has(type)) ? 1 : 0
    return epoch - own > this.epoch
  }

  /** Whether a change moves a message that does not exist. Snapshots of older releases do not mention gaps; this reveals one. */
  #isUnfitting(change: Change): boolean {
    if (change.type !== 'messages_placed') return false
    const messages = this.state.sessions.get(this.sessionID)?.messages
    return change.places.some(([key]) => !messages?.has(key))
  }

  /** The part of a change that can still be applied when earlier records are missing. */
  #fitting(change: Change): Change[] {
    const session = this.state.sessions.get(this.sessionID)
    if (change.type === 'session_saved' || change.type === 'session_removed' || change.type === 'lease_saved')
      return [change]
    if (session === undefined) return []
    if (change.type !== 'messages_placed') return [change]
    return [{ ...change, places: change.places.filter(([key]) => session.messages.has(key)) }]
  }
}
