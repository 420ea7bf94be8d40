/** A user's explanation of one type of finding. */
export interface GuideEntry {
  /** One short clause, for lists. */
  readonly title: string
  readonly meaning: string
  /** What `repair` does. */
  readonly repair: string
  /** What the repair may lose; absent: nothing. */
  readonly mayLose?: string
  /** A link to the rule behind it. */
  readonly link?: string
}
