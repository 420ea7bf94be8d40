import { join } from 'node:path'
import type { Fs } from '../../files/fs.ts'
import type { SessionCursor } from '../../journal/session-cursor.ts'
import type { SessionState } from '../state/session-state.ts'
import { summaryFactsOf } from './summary-facts.ts'
import { SUMMARY_NAME, writeSummary } from './summary-file.ts'

/** A session below so many bytes is read as fast as what would be kept of it, and a long one is kept each time it has grown by so many. */
const LEAST_KEPT = 64 * 1024
const KEPT_EVERY = 4 * 1024 * 1024

/** When its writer keeps beside the records of a long session what lists tell of it: derived, so no call fails by it (I13). */
export class KeptSummary {
  readonly #fs: Fs
  readonly #sessionID: string
  /** Bytes of records at which it is kept again; it must stay a small part of what is written. */
  #keepsAt = Infinity
  /** There are records that it does not know. */
  isOld = false

  constructor(fs: Fs, sessionID: string) {
    this.#fs = fs
    this.#sessionID = sessionID
  }

  /** The session was claimed with so many bytes of records. */
  begin(bytes: number): void {
    this.#keepsAt = bytes + KEPT_EVERY
  }

  isDue(bytes: number): boolean {
    return bytes >= this.#keepsAt
  }

  /** Keeps the facts of `session`, behind the last record that `cursor` has read. */
  async keep(cursor: SessionCursor, session: SessionState | undefined): Promise<void> {
    const { bytes, chain, last } = cursor
    this.isOld = false
    if (session === undefined || last === undefined || bytes < LEAST_KEPT || chain.gaps.length > 0) return
    const size = await writeSummary(this.#fs, this.#sessionID, cursor, last, summaryFactsOf(session)).catch(() => 0)
    this.#keepsAt = bytes + Math.max(KEPT_EVERY, 32 * size)
  }

  async remove(folder: string): Promise<void> {
    await this.#fs.unlink(join(folder, SUMMARY_NAME))
  }
}
