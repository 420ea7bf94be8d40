import type { Format } from '../formats/format.ts'
import type { Strategy } from '../lint/define-strategy.ts'
import type { KeptItems } from '../lint/pairing/kept-items.ts'
import type { ResultForms } from '../lint/result-forms.ts'
import type { UniqueIds } from '../lint/unique-ids.ts'

/** A format with the strategies for what can be wrong in it. */
export interface LinterFormat {
  readonly format: Format
  /** In the order of precedence. */
  readonly strategies: readonly Strategy[]
  /** Where a server keeps items: what is to be known of them. */
  readonly kept?: KeptItems
  /** Where results may stand elsewhere than at the head of the next turn, or lack an id: what is to be known of that. */
  readonly forms?: ResultForms
  /**
   * Tells whether ids repeat, where they must be unique in a whole list. A list of a format without it is read whole where a caller
   * demands that of it.
   */
  readonly uniqueIds?: typeof UniqueIds
}
