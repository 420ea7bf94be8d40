import type { Loss } from '../faults/loss.ts'
import type { DetectedError } from '../detection/detected-error.ts'
import type { Rung } from '../lint/define-strategy.ts'
import type { Edit } from '../transcript/edit.ts'
import type { Fault } from '../lint/fault.ts'

/**
 * How a recovery ended.
 *
 * - `recovered`: repaired and committed (or replayed); the turn was resumed when `resumed` is true
 * - `observed`: a repair is possible and was only reported (`mode: 'observe'`)
 * - `not_recoverable`: the error is no fault of the messages
 * - `user_abort`: a person stopped the turn; nothing is done
 * - `duplicate`: the same error of the same message is being, or has been, handled
 * - `busy`: another recovery holds the session
 * - `exhausted`: every rung was tried, or the budget is used up
 * - `unrepairable`: the transcript cannot be made acceptable within `allow`
 * - `failed`: something broke on the way; nothing half-done remains
 */
export type RecoveryOutcome =
  | 'recovered'
  | 'observed'
  | 'not_recoverable'
  | 'user_abort'
  | 'duplicate'
  | 'busy'
  | 'exhausted'
  | 'unrepairable'
  | 'failed'

/** What a recovery found and did, as data. Holds raw messages only in `edits`; never log those (I12). */
export interface RecoveryReport {
  readonly outcome: RecoveryOutcome
  readonly sessionID: string | undefined
  /** The original error, untouched (I10). */
  readonly error: unknown
  readonly detected: DetectedError | null
  readonly rung?: Rung
  readonly faults: readonly Fault[]
  readonly remaining: readonly Fault[]
  readonly edits: readonly Edit[]
  readonly loss: Loss
  /** Request fields and beta header values that later requests of the session need. */
  readonly request?: Readonly<Record<string, unknown>>
  readonly betas?: readonly string[]
  /** Undoes the repair in the store. */
  readonly undoId?: string
  readonly resumed: boolean
  /** What broke, for `failed`. */
  readonly cause?: unknown
  /** What the provider itself changed in the request, as its response tells (`input_transformations`). */
  readonly transformations?: readonly unknown[]
}
