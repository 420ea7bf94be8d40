/** What a person needs to know of a fault type: the guide, the pages under `docs/` and the README are made from it. */
export interface FaultMeta {
  /** One short clause, for lists. */
  readonly title: string
  /** What is wrong, for the owner of the conversation. */
  readonly meaning: string
  /** What a repair does. */
  readonly repair: string
  /** What may be lost by that; absent: nothing. */
  readonly mayLose?: string
  /** A sentence with which a provider reports it; `detectError` must know it. */
  readonly says: string
  /** Where the rule behind it is written: a page of a provider, or the issue where it was met. */
  readonly link: string
  /** One of those that are met most often: the README has a row of it. */
  readonly frequent?: true
}
