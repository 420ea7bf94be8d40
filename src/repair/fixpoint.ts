import type { RequestBody } from '../formats/format.ts'
import type { Gap } from '../lint/gap.ts'
import type { Placed, Removed } from '../lint/apply-draft.ts'
import type { Loss } from '../faults/loss.ts'
import type { LintResult } from './lint.ts'

/** Where a series of passes ended. */
export interface Fixpoint {
  readonly first: LintResult
  readonly last: LintResult
  /** The messages that the passes have read, in their places of the whole list; those that they left out stay as they are. */
  readonly placed: readonly Placed[]
  readonly removed: readonly Removed[]
  /** What was left out of the views of {@link first} and {@link last}. */
  readonly gaps: readonly Gap[]
  readonly request: RequestBody
  readonly betas: ReadonlySet<string>
  readonly requestLosses: ReadonlySet<Loss>
}
