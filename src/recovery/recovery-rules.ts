import { type OptionRule, oneOf, optional, wholeNumber } from '../errors/check-options.ts'
import type { Loss } from '../faults/loss.ts'
import { longestTimer } from '../json/longest-timer.ts'
import type { Clock } from './clock.ts'

const losses: readonly Loss[] = ['none', 'synthesised', 'lossy']

/** The options that every face of the engine takes. */
export const recoveryRules: {
  readonly mode: OptionRule<'observe' | 'repair'>
  readonly allow: OptionRule<Loss>
  readonly budget: OptionRule<number>
  readonly leaseMs: OptionRule<number>
  readonly timeoutMs: OptionRule<number>
  readonly resumeTimeoutMs: OptionRule<number>
  readonly clock: OptionRule<Clock | undefined>
} = {
  mode: oneOf(['observe', 'repair'], 'repair'),
  allow: oneOf(losses, 'synthesised'),
  budget: wholeNumber(0, 3, 100),
  leaseMs: wholeNumber(100, 30_000, longestTimer),
  timeoutMs: wholeNumber(1, 30_000),
  resumeTimeoutMs: wholeNumber(1, 600_000),
  clock: optional<Clock>('object', 'an object with `now` and `after`'),
}
