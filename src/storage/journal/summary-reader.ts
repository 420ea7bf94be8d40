import type { Fs } from '../../files/fs.ts'
import { findLostEnd } from '../../journal/find-lost-end.ts'
import { SessionCursor } from '../../journal/session-cursor.ts'
import { resumeSummary } from './summary-file.ts'
import { SummaryFold } from './summary-fold.ts'
import type { SummaryFacts } from './summary-facts.ts'

/**
 * What lists tell of one session, without its contents: from what its writer has kept, and the records behind that. A session
 * that nothing was kept of is read once, a record at a time.
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

  /** Undefined where records are missing, at the end too: what such a session is, its whole state tells. */
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
    // What cannot be used, for whatever reason, is as if nothing had been kept.
    const kept = await resumeSummary(this.#fs, this.#sessionID, cursor).catch(() => undefined)
    this.#fold = new SummaryFold(this.#sessionID, kept, kept && cursor.chain.seq)
    return kept ? cursor : new SessionCursor(this.#fs, this.#folder)
  }
}
