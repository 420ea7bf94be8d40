import { digestAfter, FIRST_DIGEST, type Frame } from './frame.ts'
import { isSnapshot } from './snapshot-record.ts'

/** Records that are not there: those after `after` and, where one follows, before `before`. */
export interface Gap {
  readonly after: number
  readonly before?: number
}

/**
 * How a whole record fits behind the ones before it.
 *
 * - `next`: the one that was due
 * - `gap`: a good record, but something before it is missing or was replaced
 * - `duplicate`: it was there before
 * - `stale_token`: from a writer that had lost the session to another (I15)
 * - `out_of_order`: an older number with another content
 * - `after_damage`: good, but behind the damage at which this recovery stops
 */
export type Placement = 'next' | 'gap' | 'duplicate' | 'stale_token' | 'out_of_order' | 'after_damage'

/** Checksums of so many records are remembered to tell a repeated record from a foreign one. */
const WINDOW = 1024

/** Follows the records of a session from the first: numbers, running digest and tokens. */
export class Chain {
  seq = 0
  epoch = 0
  token = 0
  at = 0
  /** What the next record must carry. */
  digest: string = FIRST_DIGEST
  records = 0
  readonly gaps: Gap[] = []
  readonly #recent: Map<number, string> = new Map()
  readonly #stopsAtDamage: boolean
  #stopped = false

  constructor({ stopsAtDamage = false }: { readonly stopsAtDamage?: boolean } = {}) {
    this.#stopsAtDamage = stopsAtDamage
  }

  /** Something stands here that is no record. */
  damage(): void {
    this.#stopped = this.#stopsAtDamage
  }

  place(frame: Frame): Placement {
    if (this.#stopped) return 'after_damage'
    const { seq, token } = frame
    if (seq <= this.seq) return this.#recent.get(seq) === frame.crc ? 'duplicate' : 'out_of_order'
    if (token < this.token) return 'stale_token'
    // A journal that was compacted begins with a snapshot, at any number.
    const isDue = (seq === this.seq + 1 && frame.digest === this.digest) || (this.records === 0 && isSnapshot(frame))
    if (!isDue && this.#stopsAtDamage) {
      this.#stopped = true
      return 'after_damage'
    }
    if (!isDue) this.gaps.push({ after: this.seq, before: seq })
    this.resume(frame, this.records + 1)
    if (this.#recent.size > WINDOW) this.#recent.delete(this.#recent.keys().next().value!)
    return isDue ? 'next' : 'gap'
  }

  /** Of the last record; undefined before the first. */
  get crc(): string | undefined {
    return this.#recent.get(this.seq)
  }

  /** Stands behind a record that is known to be good. */
  resume(frame: Frame, records: number): void {
    this.seq = frame.seq
    this.epoch = frame.epoch
    this.token = frame.token
    this.at = frame.at
    this.digest = digestAfter(frame)
    this.records = records
    this.#recent.set(frame.seq, frame.crc)
  }
}
