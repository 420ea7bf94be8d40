import type { Fs } from '../../files/fs.ts'
import { findLostEnd } from '../../journal/find-lost-end.ts'
import { SessionCursor } from '../../journal/session-cursor.ts'
import { resumeSummary } from './summary-file.ts'
import { SummaryFold } from './summary-fold.ts'
import type { SummaryFacts } from './summary-facts.ts'

/**
 * Reads the summary of one session, without its contents: from the saved summary and the records after it. Without a saved one,
 * all records are read once, one at a time.
 */
export class SummaryReader {
  readonly #fs: Fs
  readonly #sessionID: string
  readonly #folder: string
  #cursor: SessionCursor | undefined
  #fold: SummaryFold

  constructor(fs: Fs, folder: string, sessionID: string) {
    this.#fs = fs
    this.#folder = folder
    this.#sessionID = sessionID
    this.#fold = new SummaryFold(sessionID)
  }

  /** Undefined when records are missing, also at the end: only the whole projection then knows what is left. */
  async read(): Promise<SummaryFacts | undefined> {
    try {
      const cursor = (this.#cursor ??= await this.#begin())
      await cursor.advance(this.#fold)
      const { records, gaps } = cursor.chain
      if (records > 0 && gaps.length === 0 && !(await findLostEnd(this.#fs, this.#folder, this.#sessionID, cursor)))
        return this.#fold.facts
    } catch (cause) {
      this.#cursor = undefined
      throw cause
    }
    this.#cursor = undefined
    return undefined
  }

  async #begin(): Promise<SessionCursor> {
    const cursor = new SessionCursor(this.#fs, this.#folder)
    // A saved summary that cannot be used, for whatever reason, is treated as absent.
    const kept = await resumeSummary(this.#fs, this.#sessionID, cursor).catch(() => undefined)
    this.#fold = new SummaryFold(this.#sessionID, kept, kept && cursor.chain.seq)
    return kept ? cursor : new SessionCursor(this.#fs, this.#folder)
  }
}
