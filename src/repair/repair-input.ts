import type { Loss } from '../faults/loss.ts'
import type { RequestBody } from '../formats/format.ts'
import type { LintSettings } from './lint.ts'

/** What is repaired, and what that may cost: one for all passes of a repair. */
export interface RepairInput {
  readonly list: readonly unknown[]
  readonly request: RequestBody
  readonly settings: LintSettings
  /** The greatest loss of a fix that is run. */
  readonly allow: Loss
}
