import { join } from 'node:path'
import type { Fs } from '../../files/fs.ts'
import type { SessionCursor } from '../../journal/session-cursor.ts'
import type { SessionState } from '../state/session-state.ts'
import { summaryFactsOf } from './summary-facts.ts'
import { SUMMARY_NAME, writeSummary } from './summary-file.ts'

/** Bytes of records below which no summary is written: reading the records is as fast. */
const LEAST_KEPT = 64 * 1024
/** A summary is written again when the records have grown by this many bytes. */
const KEPT_EVERY = 4 * 1024 * 1024

/** Decides when the writer of a long session saves its summary beside the records. Derived (I13): no call fails because of it. */
export class KeptSummary {
  readonly #fs: Fs
  readonly #sessionID: string
  /** The size of the records at which the summary is written again; summaries must stay a small part of all writes. */
  #keepsAt = Infinity
  /** Whether records were written after the last summary. */
  isOld = false

  constructor(fs: Fs, sessionID: string) {
    this.#fs = fs
    this.#sessionID = sessionID
  }

  /** Called when the session is claimed; `bytes` is the size of its records. */
  begin(bytes: number): void {
    this.#keepsAt = bytes + KEPT_EVERY
  }

  isDue(bytes: number): boolean {
    return bytes >= this.#keepsAt
  }

  /** Saves the summary of `session`, whose last record is the one that `cursor` has read last. */
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
