/** A path of a request, found in a folded text. */
export interface RequestPath {
  /** Positions in the folded text. */
  readonly start: number
  readonly end: number
  /** Whose it is: the conversation's, or another part of the request's. */
  readonly own: boolean
  /** The names on the way, `$` and the root first, without underscores; `#` stands for an index at the end. */
  readonly names: readonly string[]
  /** Whether a label of the body gives it (`param`, `loc`, `path`, `field`), so that the complaint stands before it. */
  readonly labelled: boolean
  readonly hasIndex: boolean
  /** The last name, as it is written. */
  readonly leaf: string
}
