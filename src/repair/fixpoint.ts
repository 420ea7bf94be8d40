import type { RequestBody } from '../formats/format.ts'
import type { Placed, Removed } from '../lint/apply-draft.ts'
import type { Cause } from '../lint/draft.ts'
import type { LintResult } from './lint.ts'

/** Where a series of passes ended. */
export interface Fixpoint {
  readonly first: LintResult
  readonly last: LintResult
  readonly placed: readonly Placed[]
  readonly removed: readonly Removed[]
  readonly request: RequestBody
  readonly betas: ReadonlySet<string>
  readonly requestCauses: readonly Cause[]
}
