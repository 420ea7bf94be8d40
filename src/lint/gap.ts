/** Messages of a list that an excerpt leaves out in one place. */
export interface Gap {
  /** How many messages are left out up to its end. */
  readonly end: number
  /** The model thinks somewhere in it. */
  readonly thinks: boolean
  /** Stands for all of it among the blocks of the excerpt: a value of its own, for two gaps are never equal. */
  readonly stand: { readonly raw: object; readonly signature?: string }
}

/** A gap that ends where that many messages are left out. */
export function createGap(end: number, thinks: boolean): Gap {
  return { end, thinks, stand: { raw: {} } }
}
