import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import { examineSession } from './examine-session.ts'
import type { IndexEntry } from './index-entry.ts'
import { IndexFile } from './index-file.ts'
import { listSegments } from './list-segments.ts'
import { replaceOwnFile } from './replace-own-file.ts'
import type { SessionCursor } from './session-cursor.ts'
import { MANIFEST_NAME, manifestText, type SessionManifest } from './session-manifest.ts'
import { writeDerived } from './write-derived.ts'
import type { CheckClaim } from './writer-claim.ts'

/** Index and manifest of a session, kept by its one writer. If writing them fails, they are rebuilt later from the records (I13). */
export class DerivedFiles {
  readonly #fs: Fs
  readonly #sessionID: string
  readonly #cursor: SessionCursor
  readonly #checkClaim: CheckClaim
  #index: IndexFile
  /** How many segments the manifest names, and how many have begun since it was written. */
  #named = 0
  #unnamed = 0

  constructor(fs: Fs, sessionID: string, cursor: SessionCursor, checkClaim: CheckClaim) {
    this.#checkClaim = checkClaim
    this.#fs = fs
    this.#sessionID = sessionID
    this.#cursor = cursor
    this.#index = new IndexFile(fs, cursor.folder, cursor.indexBytes)
  }

  async add(entry: IndexEntry): Promise<void> {
    await this.#index.add(entry)
  }

  /** Called for each new segment. The manifest names all of them; writing it each time would cost the square of their number. */
  async tellSegment(): Promise<void> {
    this.#unnamed += 1
    await (this.#unnamed * 8 >= this.#named ? this.tell('active') : this.#index.flush())
  }

  /** Writes index and manifest; never throws. */
  async tell(status: SessionManifest['status']): Promise<void> {
    await this.#write(status).catch(() => undefined)
  }

  /** Rebuilds both after a compaction; never throws. */
  async remake(): Promise<void> {
    this.#index = new IndexFile(this.#fs, this.#cursor.folder, this.#cursor.indexBytes)
    await this.#remake('active').catch(() => undefined)
  }

  async #write(status: SessionManifest['status']): Promise<void> {
    const { chain, folder } = this.#cursor
    // Derived files without records would look as if records had been lost.
    if (chain.records === 0) return
    if (await this.#index.flush()) {
      const segments = await listSegments(this.#fs, folder)
      const text = manifestText(this.#sessionID, status, this.#cursor.chain, segments)
      await replaceOwnFile(this.#fs, join(folder, MANIFEST_NAME), (write) => write(Buffer.from(text)), {
        beforeRename: this.#checkClaim,
      })
      this.#named = segments.length
      this.#unnamed = 0
    } else if (status === 'stopped') await this.#remake(status)
  }

  async #remake(status: SessionManifest['status']): Promise<void> {
    const { folder } = this.#cursor
    const examined = await examineSession(this.#fs, folder)
    await writeDerived(this.#fs, { folder, sessionID: this.#sessionID, status, examined }, this.#checkClaim)
  }
}
