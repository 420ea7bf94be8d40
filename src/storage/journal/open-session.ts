import { join } from 'node:path'
import { RESTORED_TYPE } from '../../journal/snapshot-record.ts'
import { findLostEnd } from '../../journal/find-lost-end.ts'
import { refuseWithoutRecords, withoutRecords } from '../../journal/mend-session.ts'
import type { IndexEntry } from '../../journal/index-entry.ts'
import { readIndex } from '../../journal/read-index.ts'
import { JournalError } from '../../journal/journal-error.ts'
import { findSessionFolder, folderNameOf } from '../../journal/session-folder.ts'
import { LossHistory } from '../../journal/loss-history.ts'
import { refuseNewer } from '../../journal/refuse-newer.ts'
import { namesIn, segmentsIn } from '../../journal/segments.ts'
import { SessionCursor } from '../../journal/session-cursor.ts'
import { SessionLog, type RecordDraft } from '../../journal/session-log.ts'
import type { Change } from '../change.ts'
import { type Outcome, quote } from '../decision.ts'
import type { Facts } from '../facts.ts'
import type { SessionRow } from '../rows.ts'
import type { StoreState } from '../state/store-state.ts'
import type { ResolvedJournalOptions } from './journal-options.ts'
import { draftOf } from './draft-of.ts'
import { baseOf, type Generation, generationsOf, stateAt } from './generations.ts'
import { KeptSummary } from './kept-summary.ts'
import { restoredChanges } from './restored-changes.ts'
import { SessionProjection } from './session-projection.ts'
import { snapshotUpTo } from './snapshot-up-to.ts'

/** The type of the record which tells that `maxBytes` kept changes out. */
export const DROPPED_TYPE = 'journal.dropped'

/** The type of the record which tells what a retention policy is about to drop. */
export const RETENTION_TYPE = 'journal.retention'

/** How long a record may wait for its fsync under `durability: 'interval'`. */
const SYNC_MS = 200

/** Which loss a restore may accept. */
export interface RestoreOptions {
  /** Restores a state of which records are missing, as far as it is left. Default false. */
  readonly acceptLoss?: boolean
}

/** One session of the store in memory: any process may read it; to write, it must first get the writer's claim. */
export class OpenSession {
  readonly #root: string
  readonly #sessionID: string
  readonly #options: ResolvedJournalOptions
  readonly #projection: SessionProjection
  #cursor: SessionCursor
  #log: SessionLog | undefined
  /** The chain that `#compare` has checked last against the derived files. */
  #compared: SessionCursor['chain'] | undefined
  #isRefusing = false
  /** Bytes that remained after the last retention, and when the next one looks for states that are too old. */
  #retained = 0
  #looksAt: number
  #timer: NodeJS.Timeout | undefined
  readonly #summary: KeptSummary

  /** @throws JournalError `invalid_id` */
  constructor(root: string, sessionID: string, options: ResolvedJournalOptions) {
    this.#root = root
    this.#sessionID = sessionID
    this.#options = options
    this.#looksAt = options.retainMs === Number.MAX_SAFE_INTEGER ? Infinity : 0
    this.#projection = new SessionProjection(sessionID)
    this.#summary = new KeptSummary(options.fs, sessionID)
    this.#cursor = new SessionCursor(options.fs, join(root, folderNameOf(sessionID)))
  }

  get state(): StoreState {
    return this.#projection.state
  }

  /** Whether its state is in memory already, so that a refresh reads only new records. */
  get isRead(): boolean {
    return this.#cursor.chain.records > 0
  }

  /** Reads the records that other processes have written since the last call. */
  async refresh(): Promise<StoreState> {
    if (this.#log && !(await this.#log.isCurrent())) await this.#giveUp()
    if (this.#log === undefined) {
      // Refuses a symbolic link in place of the folder, which could lead out of the root.
      await findSessionFolder(this.#options.fs, this.#root, this.#sessionID)
      try {
        await this.#cursor.advance(this.#projection)
        await this.#compare()
      } catch (cause) {
        // Some records may have been projected already: the next call must begin anew.
        this.#forget()
        throw cause
      }
      this.#projection.settle()
    }
    return this.state
  }

  #forget(): void {
    this.#cursor = new SessionCursor(this.#options.fs, this.#cursor.folder)
    this.#projection.reset()
  }

  /** Detects records lost at the end: such a session must not look new, nor show again what a lost record had removed (I14). */
  async #compare(): Promise<void> {
    const { folder, chain } = this.#cursor
    if (this.#compared === chain) return
    const { fs } = this.#options
    if (chain.records === 0) {
      await refuseNewer(fs, folder)
      const names = await namesIn(fs, folder)
      refuseWithoutRecords(folder, names, await segmentsIn(fs, folder, names))
    }
    const lost = await findLostEnd(fs, folder, this.#sessionID, this.#cursor)
    // A writer may have appended between reading the records and the derived files.
    if (lost) await this.#cursor.advance(this.#projection)
    if (lost && lost.seq > this.#cursor.chain.seq) {
      if (this.#cursor.chain.records === 0) throw withoutRecords(folder)
      this.#projection.loseEnd(lost)
    }
    this.#compared = this.#cursor.chain
  }

  /** One transaction: decides on the newest facts, and appends the changes as one record. */
  async run<Result>(facts: () => Facts, decide: (facts: Facts) => Outcome<Result>): Promise<Outcome<Result>> {
    await this.refresh()
    let outcome = decide(facts())
    if (outcome.refusal || outcome.changes.length === 0) return outcome
    if (this.#log === undefined) {
      await this.#claim()
      // Another process may have written before the claim, so the decision is made again.
      outcome = decide(facts())
      if (outcome.refusal || outcome.changes.length === 0) return outcome
    }
    const { changes } = outcome
    const draft = draftOf(changes, this.#projection.epoch)
    const tooLarge = await this.#refuse(draft)
    if (tooLarge) return { refusal: tooLarge }
    await this.append(draft, changes)
    // A removed session is also deleted from the disk. Its tombstone is durable: a failure here leaves bytes, but no session (I14).
    if (changes.some(({ type }) => type === 'session_removed')) await this.#clear()
    else {
      await this.#retain().catch(() => undefined)
      if (this.#log && this.#summary.isDue(this.#log.bytes)) await this.#keepSummary()
    }
    return outcome
  }

  /** Deletes the conversation by compaction, and the summary even if that fails. */
  async #clear(): Promise<void> {
    await this.compact(0).catch(() => undefined)
    await this.#summary.remove(this.#cursor.folder).catch(() => undefined)
  }

  #keepSummary(): Promise<void> {
    return this.#summary.keep(this.#cursor, this.state.sessions.get(this.#sessionID))
  }

  /**
   * Compacts what the retention policy does not keep, after a record that says so. It never fails the call before it, which is
   * already durable: the next call tries again.
   */
  async #retain(): Promise<void> {
    const log = this.#log
    const { fs, generations, retainBytes, retainMs, now } = this.#options
    if (log === undefined || !(log.bytes > Math.max(retainBytes, 2 * this.#retained) || now() >= this.#looksAt)) return
    const because = log.bytes > retainBytes ? 'bytes' : 'age'
    const since = now() - retainMs
    const index = await readIndex(fs, this.#cursor.folder)
    const states = generationsOf(index)
    const isDue = because === 'bytes' || states.some(({ at }) => at < since)
    // Never undefined: the index contains at least the record just appended.
    const base = baseOf(index, { generations, since })!
    const records = index.filter(({ seq }) => seq <= base)
    // The next retention is due when a state may have become too old, or at twice the bytes that remain now.
    if (this.#looksAt !== Infinity) this.#looksAt = now() + Math.max(1, retainMs / 4)
    if (isDue && records.length > 1) {
      const bytes = records.reduce((sum, { length }) => sum + length, 0)
      const goes = states.filter(({ seq }) => seq < base).map(({ seq }) => seq)
      const data = { changes: [], because, upTo: base, records: records.length, bytes, generations: goes }
      await this.append({ type: RETENTION_TYPE, epoch: this.#projection.epoch, dataText: JSON.stringify(data) }, [])
      // Set even if it fails: otherwise each call would read all records again and write another retention record.
      await this.#squeeze(base, index).finally(() => (this.#retained = log.bytes))
    }
    this.#retained = log.bytes
  }

  /** Appends a record; the session must have been claimed, see {@link own}. */
  async append(draft: RecordDraft, changes: readonly Change[]): Promise<void> {
    const log = this.#log!
    try {
      const frame = await log.append(draft)
      this.#projection.wrote(frame, changes)
      this.#summary.isOld = true
    } catch (cause) {
      if (log.isBroken) await this.#giveUp()
      throw cause
    }
    if (this.#options.durability === 'interval') this.#timer ??= setTimeout(() => this.#syncSoon(), SYNC_MS).unref()
  }

  #syncSoon(): void {
    this.#timer = undefined
    // A failure marks the log as broken: the next call opens it anew and reads what is on the disk.
    void this.#log?.sync().catch(() => undefined)
  }

  /** The refusal for a record beyond `maxBytes`; null if it fits. Only a note of the refusal is written. */
  async #refuse({
    type,
    dataText,
  }: RecordDraft): Promise<Extract<Outcome<never>, { refusal: object }>['refusal'] | null> {
    const { maxBytes } = this.#options
    const size = Buffer.byteLength(dataText)
    if (this.#log!.bytes + size <= maxBytes) {
      this.#isRefusing = false
      return null
    }
    // Only the first of consecutive refusals is recorded, so that a writer that keeps trying cannot fill the disk.
    if (!this.#isRefusing) {
      const data = { changes: [], refused: type, bytes: size, maxBytes }
      await this.append({ type: DROPPED_TYPE, epoch: this.#projection.epoch, dataText: JSON.stringify(data) }, [])
    }
    this.#isRefusing = true
    const message = `The journal of session ${quote(this.#sessionID)} would exceed its ${maxBytes} bytes; nothing was stored.`
    return { code: 'too_large', message, sessionID: this.#sessionID }
  }

  /** Claims the session for this process and reads its newest state. */
  async own(): Promise<SessionLog> {
    await this.refresh()
    if (this.#log === undefined) await this.#claim()
    return this.#log!
  }

  /** Replaces the records that the last `generations` earlier states do not need by one snapshot. */
  async compact(generations: number = this.#options.generations): Promise<void> {
    await this.own()
    const index = await readIndex(this.#options.fs, this.#cursor.folder)
    const base = baseOf(index, { generations, since: -Infinity })
    if (base !== undefined) await this.#squeeze(base, index)
  }

  /** Replaces all records up to `base` by a snapshot; of a removed session all records up to its removal, whatever `base` is. */
  async #squeeze(base: number, index: readonly IndexEntry[]): Promise<void> {
    const log = this.#log!
    const sessionID = this.#sessionID
    const tombstone = this.state.tombstones.get(sessionID)
    const upTo = tombstone ? await this.#beforeRemoval(index, tombstone) : base
    const draft = await snapshotUpTo(upTo, {
      fs: this.#options.fs,
      folder: this.#cursor.folder,
      sessionID,
      first: index[0],
      last: this.#cursor.chain.seq,
      removedIn: tombstone && this.#projection.epoch,
    })
    if (draft === undefined) return
    try {
      await log.compact(draft, this.#projection)
      this.#summary.isOld = true
    } catch (cause) {
      if (log.isBroken) await this.#giveUp()
      throw cause
    }
  }

  /**
   * The number of the record before the one that removed the session. The removal must stay the last record, next to the snapshot:
   * index and manifest keep the types of records, and if the records are lost or replaced by an older copy, only they still tell
   * that the session must not come back (I14). If it is not the last record any more, it is written again.
   */
  async #beforeRemoval(index: readonly IndexEntry[], tombstone: SessionRow): Promise<number> {
    const { last } = this.#cursor
    if (last?.type === 'session_removed') return index.findLast(({ seq }) => seq < last.seq)?.seq ?? 0
    const changes: Change[] = [{ type: 'session_removed', sessionID: this.#sessionID, session: tombstone }]
    await this.append(draftOf(changes, this.#projection.epoch), changes)
    return last?.seq ?? 0
  }

  /**
   * Restores the session's state right after an earlier record, by appending a record with that state.
   *
   * @throws JournalError `damaged` when records before it are missing, unless that is accepted
   */
  async restore(seq: number, { acceptLoss = false }: RestoreOptions = {}): Promise<void> {
    await this.own()
    const found = (await this.generations()).find((generation) => generation.seq === seq)
    if (found?.isWhole === false && !acceptLoss)
      throw new JournalError(
        'damaged',
        `Records before ${seq} of session ${quote(this.#sessionID)} are missing, so that it is not what the session was; \`acceptLoss\` restores what is left.`,
      )
    const { projection } = await stateAt(this.#options.fs, this.#cursor.folder, this.#sessionID, seq)
    const former = projection.state.sessions.get(this.#sessionID)
    if (former === undefined)
      throw new JournalError('not_found', `Session ${quote(this.#sessionID)} held nothing behind record ${seq}.`)
    const changes = restoredChanges(projection.state, former, {
      current: this.state.sessions.get(this.#sessionID)?.row ?? this.state.tombstones.get(this.#sessionID),
      epoch: this.#projection.epoch + 1,
      updatedAt: this.#options.now(),
    })
    const dataText = JSON.stringify({ of: seq, changes })
    await this.append({ type: RESTORED_TYPE, epoch: former.row.epoch, dataText }, changes)
  }

  /** The last states of all epochs before the current one, newest first: those that {@link restore} can bring back. */
  async generations(): Promise<Generation[]> {
    await this.refresh()
    const { fs } = this.#options
    const { folder, chain } = this.#cursor
    const losses = await LossHistory.read(fs, folder)
    return generationsOf(await readIndex(fs, folder), losses.all(chain.gaps))
  }

  async #claim(): Promise<void> {
    this.#log = await SessionLog.open(this.#sessionID, this.#cursor, this.#projection, this.#options)
    this.#projection.settle()
    this.#summary.begin(this.#log.bytes)
  }

  /** Gives up the claim and the state in memory: an append failed, or another process has taken the session. */
  async #giveUp(): Promise<void> {
    const log = this.#log
    this.#log = undefined
    this.#forget()
    await log?.close().catch(() => undefined)
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#summary.isOld && this.#log?.isBroken === false) await this.#keepSummary()
    await this.#log?.close()
  }
}
