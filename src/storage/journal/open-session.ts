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

/** The type of the record that stands for changes which the cap has kept out. */
export const DROPPED_TYPE = 'journal.dropped'

/** The type of the record that tells what a retention policy takes out. */
export const RETENTION_TYPE = 'journal.retention'

/** How long `interval` may leave a record in the system's memory. */
const SYNC_MS = 200

/** Which loss a restore may accept. */
export interface RestoreOptions {
  /** Restores a state of which records are missing, as far as it is left. Default false. */
  readonly acceptLoss?: boolean
}

/** One session of the store in memory: read by everyone, written once its claim could be had. */
export class OpenSession {
  readonly #root: string
  readonly #sessionID: string
  readonly #options: ResolvedJournalOptions
  readonly #projection: SessionProjection
  #cursor: SessionCursor
  #log: SessionLog | undefined
  /** Records that were compared with what the derived files know of them. */
  #compared: SessionCursor['chain'] | undefined
  #isRefusing = false
  /** Bytes that were left by the last retention, and when the next one looks for states that are too old. */
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

  /** Its state is in memory, so that asking it costs no more than what is new. */
  get isRead(): boolean {
    return this.#cursor.chain.records > 0
  }

  /** Reads what other processes have written since. */
  async refresh(): Promise<StoreState> {
    if (this.#log && !(await this.#log.isCurrent())) await this.#giveUp()
    if (this.#log === undefined) {
      // A link in the place of the folder would lead out of the root.
      await findSessionFolder(this.#options.fs, this.#root, this.#sessionID)
      try {
        await this.#cursor.advance(this.#projection)
        await this.#compare()
      } catch (cause) {
        // Half of it was taken: the next call must not go on from there.
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

  /** What has vanished from the end is no session that never was, and shows nothing again that was taken out (I14). */
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
    // A writer may have gone on between the two looks.
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
      // Somebody else may have written in between: what was decided need not hold any more.
      outcome = decide(facts())
      if (outcome.refusal || outcome.changes.length === 0) return outcome
    }
    const { changes } = outcome
    const draft = draftOf(changes, this.#projection.epoch)
    const tooLarge = await this.#refuse(draft)
    if (tooLarge) return { refusal: tooLarge }
    await this.append(draft, changes)
    // What was removed goes from the disk too. Its tombstone is durable already: a failure here leaves bytes, not a session (I14).
    if (changes.some(({ type }) => type === 'session_removed')) await this.#clear()
    else {
      await this.#retain().catch(() => undefined)
      if (this.#log && this.#summary.isDue(this.#log.bytes)) await this.#keepSummary()
    }
    return outcome
  }

  /** First what was said; where that cannot go yet, what was kept of it goes all the same. */
  async #clear(): Promise<void> {
    await this.compact(0).catch(() => undefined)
    await this.#summary.remove(this.#cursor.folder).catch(() => undefined)
  }

  #keepSummary(): Promise<void> {
    return this.#summary.keep(this.#cursor, this.state.sessions.get(this.#sessionID))
  }

  /**
   * Squeezes out what the policy does not keep, on record before it goes. A call that was acknowledged does not fail by it: what
   * stays too long goes later.
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
    // There is one: the append that led here is in the index.
    const base = baseOf(index, { generations, since })!
    const records = index.filter(({ seq }) => seq <= base)
    // What is due next: an earlier state that grows too old meanwhile, or twice the bytes that had to stay.
    if (this.#looksAt !== Infinity) this.#looksAt = now() + Math.max(1, retainMs / 4)
    if (isDue && records.length > 1) {
      const bytes = records.reduce((sum, { length }) => sum + length, 0)
      const goes = states.filter(({ seq }) => seq < base).map(({ seq }) => seq)
      const data = { changes: [], because, upTo: base, records: records.length, bytes, generations: goes }
      await this.append({ type: RETENTION_TYPE, epoch: this.#projection.epoch, dataText: JSON.stringify(data) }, [])
      // Also where it cannot be squeezed: each call would read all of it again, and say again that it is about to be.
      await this.#squeeze(base, index).finally(() => (this.#retained = log.bytes))
    }
    this.#retained = log.bytes
  }

  /** Appends a record of the caller's making; the session must be claimed by {@link own}. */
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
    // A failure makes the log broken: the next call opens it anew and finds what is left.
    void this.#log?.sync().catch(() => undefined)
  }

  /** Above the cap nothing is written but that something was not. */
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
    // The first of a row of refusals is on record; a writer that goes on trying cannot fill the disk with them.
    if (!this.#isRefusing) {
      const data = { changes: [], refused: type, bytes: size, maxBytes }
      await this.append({ type: DROPPED_TYPE, epoch: this.#projection.epoch, dataText: JSON.stringify(data) }, [])
    }
    this.#isRefusing = true
    const message = `The journal of session ${quote(this.#sessionID)} would exceed its ${maxBytes} bytes; nothing was stored.`
    return { code: 'too_large', message, sessionID: this.#sessionID }
  }

  /** Becomes the writer, with the newest state. */
  async own(): Promise<SessionLog> {
    await this.refresh()
    if (this.#log === undefined) await this.#claim()
    return this.#log!
  }

  /** Squeezes all records that no earlier state needs into one; `generations` earlier states stay. */
  async compact(generations: number = this.#options.generations): Promise<void> {
    await this.own()
    const index = await readIndex(this.#options.fs, this.#cursor.folder)
    const base = baseOf(index, { generations, since: -Infinity })
    if (base !== undefined) await this.#squeeze(base, index)
  }

  /** Puts a snapshot in the place of all records up to `base`; of a removed session all go, whatever earlier states are kept. */
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
   * The number before the record that removed the session, which must stay beside a snapshot, as the last one: index and manifest
   * tell of records by their types, and where the records are lost, or an older copy stands in their place, only they know that
   * nothing is to come back (I14). Where others stand behind it, or it is gone, it is written once more.
   */
  async #beforeRemoval(index: readonly IndexEntry[], tombstone: SessionRow): Promise<number> {
    const { last } = this.#cursor
    if (last?.type === 'session_removed') return index.findLast(({ seq }) => seq < last.seq)?.seq ?? 0
    const changes: Change[] = [{ type: 'session_removed', sessionID: this.#sessionID, session: tombstone }]
    await this.append(draftOf(changes, this.#projection.epoch), changes)
    return last?.seq ?? 0
  }

  /**
   * Makes the session what it was behind an earlier record, by a record that says so.
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

  /** The states at the end of each epoch but the current one, newest first: what {@link restore} can bring back. */
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

  /** The records must be read anew: an append went wrong, or another process has the session. */
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
