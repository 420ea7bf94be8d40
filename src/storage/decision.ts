import type { Change } from './change.ts'
import type { FactNeeds, Facts } from './facts.ts'
import { StoreError, type StoreErrorCode } from './store-error.ts'

/** Why a command was refused; it has changed nothing. */
export interface Refusal {
  readonly code: StoreErrorCode
  readonly message: string
  readonly sessionID?: string
  /** The session's revision, for `stale_revision`. */
  readonly revision?: number
  /** Who holds the session now, for `lease_lost` (I15). */
  readonly holder?: { readonly owner: string; readonly until: number }
}

/** The result of a decision: changes to apply, or a refusal. Without changes nothing is written (I1). */
export type Outcome<Result> =
  | { readonly changes: readonly Change[]; readonly result: Result; readonly refusal?: undefined }
  | { readonly refusal: Refusal }

/**
 * One command of a store as a pure function. `Command` and all changes are plain JSON; `now` is a parameter. It may run
 * again for the same command when the backend has to repeat its transaction.
 */
export interface Decision<Command, Result> {
  needs(command: Command): FactNeeds
  decide(facts: Facts, command: Command, now: number): Outcome<Result>
}

/** The outcome of a command without a result. */
export const done = (changes: readonly Change[] = []): Outcome<void> => ({ changes, result: undefined })

export const unchanged = <Result>(result: Result): Outcome<Result> => ({ changes: [], result })

/** An id as refusals show it: quoted, since ids may contain anything. */
export const quote = (text: string): string => JSON.stringify(text)

/** The one place where a refusal becomes an exception. `path` is the store's file, where it has one. */
export function resultOf<Result>(outcome: Outcome<Result>, path?: string): Result {
  if (outcome.refusal) throw new StoreError({ ...outcome.refusal, path })
  return outcome.result
}
