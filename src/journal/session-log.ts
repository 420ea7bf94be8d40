import { dirname, join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import { makeFolderDurably } from '../files/make-folder-durably.ts'
import { closeSegment } from './close-segment.ts'
import { compact, type SnapshotDraft } from './compaction.ts'
import { DerivedFiles } from './derived-files.ts'
import { findLostEnd } from './find-lost-end.ts'
import { finishWork } from './finish-work.ts'
import { writeFrame, type Frame } from './frame.ts'
import { FrameFile } from './frame-file.ts'
import type { IndexEntry } from './index-entry.ts'
import { JournalError } from './journal-error.ts'
import { mendRecords, refuseWithoutRecords, withoutRecords } from './mend-session.ts'
import { refuseNewer } from './refuse-newer.ts'
import { listSegments } from './list-segments.ts'
import { ACTIVE_SEGMENT, namesIn, segmentsIn } from './segments.ts'
import type { RecordTaker, SessionCursor } from './session-cursor.ts'
import { writeDerived } from './write-derived.ts'
import { WriterClaim } from './writer-claim.ts'

/**
 * When a record is durable. `commit`: before its append resolves (I8). `interval`: soon after, by {@link SessionLog.sync}.
 * `none`: whenever the system writes it back.
 */
export type Durability = 'commit' | 'interval' | 'none'

export interface SessionLogOptions {
  readonly fs: Fs
  readonly now: () => number
  readonly durability: Durability
  /** A segment of this size is closed before the next record. */
  readonly segmentBytes: number
  readonly maxFrameBytes: number
  /** After this silence of a writer, in ms, another process may take the session over. */
  readonly idleMs: number
}

/** A record to append. `dataText` is JSON. */
export interface RecordDraft {
  readonly type: string
  readonly epoch: number
  readonly dataText: string
}

/** How a writer recovers a damaged session: it salvages all good records, and acknowledges no loss. */
const mending = { mode: 'salvage', acknowledge: false, status: 'active' } as const

/** The one writer of a session: it holds the claim, knows the end of the records, and appends to them. */
export class SessionLog {
  readonly sessionID: string
  readonly #folder: string
  readonly #options: SessionLogOptions
  readonly #claim: WriterClaim
  readonly #cursor: SessionCursor
  readonly #derived: DerivedFiles
  #active: FrameFile | undefined
  /** Whether the file must be read anew before it can be trusted. */
  #isBroken = false

  private constructor(sessionID: string, options: SessionLogOptions, claim: WriterClaim, cursor: SessionCursor) {
    this.sessionID = sessionID
    this.#folder = cursor.folder
    this.#options = options
    this.#claim = claim
    this.#cursor = cursor
    this.#derived = new DerivedFiles(options.fs, sessionID, cursor, () => claim.check())
  }

  /**
   * Claims the session, passes the records that `cursor` has not read yet to `taker`, and mends the tail: a torn line is quarantined,
   * an unterminated one gets its line feed.
   *
   * @throws JournalError `busy` while another process writes the session
   */
  static async open(
    sessionID: string,
    cursor: SessionCursor,
    taker: RecordTaker,
    options: SessionLogOptions,
  ): Promise<SessionLog> {
    const { fs, now, idleMs } = options
    const { folder } = cursor
    await makeFolderDurably(fs, folder)
    await refuseNewer(fs, folder)
    let claim = await WriterClaim.take(folder, { fs, now, idleMs })
    try {
      const names = await namesIn(fs, folder)
      const segments = await segmentsIn(fs, folder, names)
      refuseWithoutRecords(folder, names, segments)
      const checkClaim = (): Promise<void> => claim.check()
      await finishWork(fs, folder, segments, claim)
      await cursor.advance(taker)
      const lost = await findLostEnd(fs, folder, sessionID, cursor)
      if (lost && cursor.chain.records === 0) throw withoutRecords(folder)
      if (lost || !cursor.isAtEnd) {
        const { derived } = await mendRecords(sessionID, folder, { fs, now, ...mending, claim })
        // May fail, unless an end was lost: an index that still names it must not stay beside new records with its numbers.
        await writeDerived(fs, derived, checkClaim).catch((cause: unknown) => {
          if (lost) throw cause
        })
        await cursor.restart(taker)
      }
      // A gap may come from reading while another process wrote; now that nobody else writes, the records are read again.
      if (cursor.chain.gaps.length > 0) await cursor.restart(taker)
      const { token: minToken } = cursor.chain
      // Happens only if the claim files were deleted by hand: the tokens of the records must keep growing nevertheless.
      if (claim.token <= minToken) {
        await claim.release()
        claim = await WriterClaim.take(folder, { fs, now, idleMs, minToken })
      }
      return new SessionLog(sessionID, options, claim, cursor)
    } catch (cause) {
      await claim.release().catch(() => undefined)
      throw cause
    }
  }

  get token(): number {
    return this.#claim.token
  }

  /** Bytes of all segments. */
  get bytes(): number {
    return this.#cursor.bytes
  }

  get isBroken(): boolean {
    return this.#isBroken
  }

  /**
   * Appends one record. It is acknowledged when the call resolves; when it rejects, the log must be opened anew where
   * `isBroken` says so, and the record may or may not be there.
   *
   * @throws JournalError `fenced` when another process has the session now; `too_large` above `maxFrameBytes`; what the
   *   system throws
   */
  async append({ type, epoch, dataText }: RecordDraft): Promise<Frame> {
    if (this.#isBroken) throw new JournalError('damaged', `The log of ${this.sessionID} must be opened anew.`)
    const { now, maxFrameBytes } = this.#options
    const { seq, digest } = this.#cursor.chain
    const at = Math.trunc(now())
    const draft = { seq: seq + 1, type, epoch, token: this.token, at, digest }
    const { frame, line } = writeFrame(draft, dataText, maxFrameBytes)
    const before = this.#active
    const active = await this.#openActive().catch((cause: unknown) => this.#failOrLost(cause))
    // Also true for the file after a sealed one: its name must become durable, too.
    const isNew = active !== before
    const offset = await active.append(line).catch((cause: unknown) => {
      this.#isBroken = active.isBroken || JournalError.isInstance(cause)
      throw cause
    })
    await this.#acknowledge(active, offset, isNew)
    // Not derived from the offset: after blank lines that would give the number, and so the name, of the sealed segment before it.
    const segment = this.#cursor.activeFirst ?? frame.seq
    const entry: IndexEntry = { seq: frame.seq, type, epoch, at, crc: frame.crc, segment, offset, length: line.length }
    this.#cursor.wrote(frame, entry)
    await this.#derived.add(entry)
    if (isNew) await this.#derived.tellSegment()
    return frame
  }

  /**
   * Checks what must be true before a record is acknowledged: it is durable, and the claim still holds. The claim may be checked
   * during the fsync: the record can be read already, and a successor removes the claim before it reads.
   */
  async #acknowledge(active: FrameFile, offset: number, isNew: boolean): Promise<void> {
    const isCommit = this.#options.durability === 'commit'
    const [synced, ...others] = await Promise.allSettled([
      isCommit ? active.sync() : undefined,
      this.#checkOurs(active),
      isNew && isCommit ? this.#syncFolders() : undefined,
    ])
    const failed = [synced, ...others].find((each) => each.status === 'rejected')
    if (failed === undefined) return
    this.#isBroken = true
    // A full disk may show only at the fsync. After a lost claim the record stays: another process may have read it already.
    if (others.every((each) => each.status === 'fulfilled')) await active.takeBack(offset)
    throw failed.reason
  }

  /** Checks claim and file. A successor may have replaced the file: then the claim is checked again, to throw `fenced`, not `damaged`. */
  async #checkOurs(active: FrameFile): Promise<void> {
    await this.#claim.check()
    await active.checkPlace(this.#options.fs).catch(async (cause: unknown) => {
      await this.#claim.check()
      throw cause
    })
  }

  /** Rethrows an error, or `fenced` if the claim is lost: files that a successor has moved look like an error of the disk. */
  async #failOrLost(cause: unknown): Promise<never> {
    await this.#claim.check().catch((lost: unknown) => {
      if (!JournalError.isInstance(lost)) return
      this.#isBroken = true
      throw lost
    })
    throw cause
  }

  async #openActive(): Promise<FrameFile> {
    const { fs, segmentBytes } = this.#options
    if (this.#active && this.#active.size >= segmentBytes) await this.#roll(this.#active)
    if (this.#active === undefined) {
      const opened = await FrameFile.open(fs, join(this.#folder, ACTIVE_SEGMENT), this.#cursor.activeEnd)
      // A successor that takes over after this check replaces the file; one that did so before may own the file just opened.
      await this.#claim.check().catch(async (cause: unknown) => {
        await opened.close()
        throw cause
      })
      this.#active = opened
    }
    return this.#active
  }

  /** Closes a full segment. Its new name must be durable before the next segment begins, or one could replace the other. */
  async #roll(active: FrameFile): Promise<void> {
    const { fs } = this.#options
    this.#isBroken = true
    await active.sync()
    this.#active = undefined
    await active.close()
    await closeSegment(fs, this.#folder, this.#cursor.segment, () => this.#claim.check())
    this.#cursor.activeEnd = 0
    this.#cursor.activeFirst = undefined
    this.#isBroken = false
  }

  async #syncFolders(): Promise<void> {
    const { fs } = this.#options
    await fs.syncFolder(this.#folder)
    // The folder itself may be new, made by a process that died before it could sync the parent.
    await fs.syncFolder(dirname(this.#folder))
  }

  /** False when another process may have taken the session, so that the state in memory may be out of date. */
  async isCurrent(): Promise<boolean> {
    await this.#claim.confirm().catch(() => (this.#isBroken = true))
    return !this.#isBroken
  }

  /**
   * Replaces all records up to the draft's base by a snapshot, and passes the remaining records to `taker`.
   *
   * @throws JournalError `too_large` when the snapshot is above `maxFrameBytes`; then nothing has changed
   */
  async compact(draft: Omit<SnapshotDraft, 'checkClaim'>, taker: RecordTaker): Promise<void> {
    const { fs, now, maxFrameBytes } = this.#options
    await this.sync()
    // After the compaction the records no longer show a gap, so the loss must be recorded first.
    if (this.#cursor.chain.gaps.length > 0)
      await mendRecords(this.sessionID, this.#folder, { fs, now, ...mending, claim: this.#claim })
    this.#isBroken = true
    const segments = await listSegments(fs, this.#folder)
    try {
      await compact(fs, this.#folder, segments, { ...draft, checkClaim: () => this.#claim.check() }, maxFrameBytes)
    } catch (cause) {
      if (JournalError.isInstance(cause)) this.#isBroken = false
      await this.#failOrLost(cause)
    }
    await this.#active?.close()
    this.#active = undefined
    await this.#cursor.restart(taker)
    this.#isBroken = false
    // Index and manifest describe the former records: they are rebuilt now, or later if that fails (I13).
    await this.#derived.remake()
  }

  /** Makes all records appended so far durable. */
  async sync(): Promise<void> {
    await this.#active?.sync()
  }

  /** Writes the derived files and releases the claim. */
  async close(): Promise<void> {
    try {
      // If another process has the session by now, it writes the derived files itself.
      if (await this.isCurrent()) {
        await this.sync()
        await this.#derived.tell('stopped')
      }
    } finally {
      await this.#active?.close().catch(() => undefined)
      await this.#claim.release()
    }
  }
}
