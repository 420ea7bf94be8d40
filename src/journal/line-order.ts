import { Chain } from './chain.ts'
import type { Frame } from './frame.ts'

/** What is wrong with the place of a line among exported ones. */
export interface Misplaced {
  readonly why: string
  /** Records that stood before it and are not there; none where it is the line itself that is too much. */
  readonly missing?: number
}

/** Follows exported lines: a line that was lost on the way is in none of the others, and only their numbers and digests tell of it. */
export class LineOrder {
  #chain: Chain | undefined = new Chain()

  /** The record that stood last; undefined behind a line that was made by hand. */
  get last(): number | undefined {
    return this.#chain?.seq
  }

  /** Undefined where the line is the one that was due. A line without a frame was made by hand: what follows begins anew. */
  place(frame: Frame | undefined): Misplaced | undefined {
    if (frame === undefined) {
      this.#chain = undefined
      return undefined
    }
    if (this.#chain === undefined) {
      this.#chain = new Chain()
      this.#chain.resume(frame, 1)
      return undefined
    }
    const before = this.#chain.seq
    const placement = this.#chain.place(frame)
    if (placement === 'next') return undefined
    if (placement === 'gap') {
      const missing = Math.max(1, frame.seq - before - 1)
      return { why: `is record ${frame.seq} and does not follow record ${before}`, missing }
    }
    return {
      why: placement === 'duplicate' ? 'stands there twice' : `is record ${frame.seq} and stands behind ${before}`,
    }
  }
}
