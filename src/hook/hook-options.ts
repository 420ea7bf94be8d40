import {
  type CheckedOptions,
  checkOptions,
  type OptionRule,
  oneOf,
  optional,
  wholeNumber,
  yesOrNo,
} from '../errors/check-options.ts'
import type { Loss } from '../faults/loss.ts'
import { type FormatName, formatNames } from '../formats/format-name.ts'
import type { Clock } from '../recovery/clock.ts'
import { recoveryRules } from '../recovery/recovery-rules.ts'

/** Behaviours that may change or be removed without a major release. */
export interface ExperimentalFlags {
  /** Resume the turn after a repair; default true when the host can. */
  readonly autoResume?: boolean
  /** Stop the running turn before the repair; default true when the host can. */
  readonly abortBeforeRepair?: boolean
}

/** Options of `createSessionRecoveryHook`. */
export interface SessionRecoveryOptions {
  /** The format of conversations from the store; a host with `load` states it itself. Default `anthropic-messages`. */
  readonly format?: FormatName
  /** `observe` reports what a repair would do and changes nothing. Default `repair`. */
  readonly mode?: 'observe' | 'repair'
  /** The greatest loss that a repair may cost; default `synthesised`. */
  readonly allow?: Loss
  /** Recoveries per session until one turn has succeeded; default 3 (I9). */
  readonly budget?: number
  /** Errors remembered for dedupe, over all sessions; default 1000. */
  readonly maxProcessingErrors?: number
  /** Time after which another process may take over a recovery that has gone silent, in ms; default 30,000. */
  readonly leaseMs?: number
  /** How long one call of the host, of a callback or of the store may take, in ms; default 30,000. */
  readonly timeoutMs?: number
  /** How long `resume` may take, in ms, since it may run the whole turn; default 600,000. */
  readonly resumeTimeoutMs?: number
  /** The clock; default: the system's. */
  readonly clock?: Clock
  /** Whether a turn is stopped before its repair and resumed behind it; may change between releases. */
  readonly experimental?: ExperimentalFlags
}

const rules: typeof recoveryRules & {
  readonly format: OptionRule<FormatName>
  readonly maxProcessingErrors: OptionRule<number>
  readonly experimental: OptionRule<ExperimentalFlags | undefined>
} = {
  ...recoveryRules,
  format: oneOf<FormatName>(formatNames, 'anthropic-messages'),
  budget: wholeNumber(1, 3, 100),
  maxProcessingErrors: wholeNumber(1, 1000),
  experimental: optional<ExperimentalFlags>('object'),
}

const experimentalRules: Readonly<Record<keyof ExperimentalFlags, OptionRule<boolean>>> = {
  autoResume: yesOrNo(true),
  abortBeforeRepair: yesOrNo(true),
}

/** Options with every default in place. */
export interface ResolvedHookOptions extends Omit<CheckedOptions<typeof rules>, 'experimental'> {
  readonly experimental: CheckedOptions<typeof experimentalRules>
}

/**
 * Checks options and fills in the defaults.
 *
 * @throws {OptionsError}
 */
export function resolveHookOptions(options: SessionRecoveryOptions): ResolvedHookOptions {
  const checked = checkOptions(options, rules)
  return { ...checked, experimental: checkOptions(checked.experimental ?? {}, experimentalRules, 'experimental.') }
}
