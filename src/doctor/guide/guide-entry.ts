/** What a person needs to know of one type of finding. */
export interface GuideEntry {
  /** One short clause, for lists. */
  readonly title: string
  readonly meaning: string
  /** What `repair` does. */
  readonly repair: string
  /** What may be lost by that; absent: nothing. */
  readonly mayLose?: string
  /** Where the rule behind it is written. */
  readonly link?: string
}
