import type { Wording } from '../detection/wording.ts'
import type { RecoveryErrorType } from './fault-catalogue.ts'

/** All that is known about one fault type: how providers word it, how it is found, how it is fixed. */
export interface Strategy {
  readonly type: RecoveryErrorType
  /** How providers report this fault, most specific first. */
  readonly reportedAs: readonly Wording[]
  /** How it is found and fixed: visitors of the walk. */
  readonly visit: object
}

/** Declares a strategy; it exists so that every file in this folder has the same form. */
export function defineStrategy(strategy: Strategy): Strategy {
  return strategy
}
