import { digestAfter, FIRST_DIGEST, type Frame } from './frame.ts'
import { isSnapshot } from './snapshot-record.ts'

/** Missing records: those after `after` and before `before`; without `before` they are missing at the end. */
export interface Gap {
  readonly after: number
  readonly before?: number
}

/**
 * How an undamaged record fits the records before it.
 *
 * - `next`: the expected one
 * - `gap`: a good record, but something before it is missing or was replaced
 * - `duplicate`: the same record again
 * - `stale_token`: from a writer that had lost the session to another (I15)
 * - `out_of_order`: an older number with other content
 * - `after_damage`: good, but after the damage at which this recovery stops
 */
export type Placement = 'next' | 'gap' | 'duplicate' | 'stale_token' | 'out_of_order' | 'after_damage'

/** How many checksums are remembered, to tell a repeated record from a foreign one with the same number. */
const WINDOW = 1024

/** Follows the records of a session from the first: numbers, running digest and tokens. */
export class Chain {
  seq = 0
  epoch = 0
  token = 0
  at = 0
  /** The running digest that the next record must contain. */
  digest: string = FIRST_DIGEST
  records = 0
  readonly gaps: Gap[] = []
  readonly #recent: Map<number, string> = new Map()
  readonly #stopsAtDamage: boolean
  #stopped = false

  constructor({ stopsAtDamage = false }: { readonly stopsAtDamage?: boolean } = {}) {
    this.#stopsAtDamage = stopsAtDamage
  }

  /** To be called for bytes that are no record. */
  damage(): void {
    this.#stopped = this.#stopsAtDamage
  }

  place(frame: Frame): Placement {
    if (this.#stopped) return 'after_damage'
    const { seq, token } = frame
    if (seq <= this.seq) return this.#recent.get(seq) === frame.crc ? 'duplicate' : 'out_of_order'
    if (token < this.token) return 'stale_token'
    // A compacted journal begins with a snapshot, which may have any number.
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

  /** The checksum of the last record; undefined before the first. */
  get crc(): string | undefined {
    return this.#recent.get(this.seq)
  }

  /** Continues after a record that is known to be good. */
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
