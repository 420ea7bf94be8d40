import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import type { Loss } from '../faults/loss.ts'

interface EditBase {
  /** The faults that this edit repairs. */
  readonly because: readonly RecoveryErrorType[]
  readonly loss: Loss
}

/**
 * One reversible change to the list of raw messages. `index` always counts in the list *before* the repair, so that the
 * edits of one plan do not depend on their order; an insert stands before that index (`index === length` appends).
 */
export type Edit =
  | (EditBase & { readonly op: 'replace'; readonly index: number; readonly before: unknown; readonly after: unknown })
  | (EditBase & { readonly op: 'remove'; readonly index: number; readonly before: unknown })
  | (EditBase & { readonly op: 'insert'; readonly index: number; readonly after: unknown })
