import { Chain } from './chain.ts'
import type { Frame } from './frame.ts'

/** A line of an export that does not follow the one before it. */
export interface Misplaced {
  readonly why: string
  /** Number of records missing before it; undefined when the line itself is superfluous. */
  readonly missing?: number
}

/** Checks the order of exported lines by their numbers and digests, which is the only way to notice lines that were lost. */
export class LineOrder {
  #chain: Chain | undefined = new Chain()

  /** Number of the last record; undefined after a line without a frame (written by hand). */
  get last(): number | undefined {
    return this.#chain?.seq
  }

  /** Undefined when the line is the expected one. After a line without a frame (written by hand) any record may follow. */
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
