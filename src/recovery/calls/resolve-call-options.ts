import { type CheckedOptions, checkOptions, type OptionRule, optional } from '../../errors/check-options.ts'
import type { Loss } from '../../faults/loss.ts'
import { createMemoryStore } from '../../storage/memory/create-memory-store.ts'
import type { SessionStore } from '../../storage/session-store.ts'
import { anyStore } from '../../storage/store-rule.ts'
import type { AdapterOptions } from './call-options.ts'
import { type Clock, systemClock } from '../clock.ts'
import { recoveryRules } from '../recovery-rules.ts'

/** The options that all adapters share. A call resumes by being sent again: there is no resume to wait for. */
export const callRules: Omit<typeof recoveryRules, 'resumeTimeoutMs'> & {
  readonly allowAfterRefusal: OptionRule<Loss | undefined>
  readonly dialect: OptionRule<string | undefined>
  readonly store: OptionRule<SessionStore | undefined>
  readonly session: OptionRule<AdapterOptions['session']>
  readonly onRepair: OptionRule<AdapterOptions['onRepair']>
} = {
  allow: recoveryRules.allow,
  allowAfterRefusal: { ...recoveryRules.allow, fallback: undefined },
  budget: recoveryRules.budget,
  clock: recoveryRules.clock,
  leaseMs: recoveryRules.leaseMs,
  mode: recoveryRules.mode,
  timeoutMs: recoveryRules.timeoutMs,
  dialect: optional<string>('string', 'the name of a dialect'),
  store: anyStore,
  session: optional<AdapterOptions['session']>('string', 'a name, or a function of the request', 'function'),
  onRepair: optional<AdapterOptions['onRepair']>('function'),
}

/** Options with every default in place. */
export interface ResolvedAdapterOptions<Request = unknown> extends Omit<
  CheckedOptions<typeof callRules>,
  'allowAfterRefusal' | 'clock' | 'session' | 'store'
> {
  readonly allowAfterRefusal: Loss
  readonly clock: Clock
  readonly session: AdapterOptions<Request>['session'] | undefined
  readonly store: SessionStore
}

/**
 * Checks an adapter's options and fills in the defaults.
 *
 * @throws {OptionsError} names the option and what it takes
 */
export function resolveAdapterOptions<Request>(options: AdapterOptions<Request>): ResolvedAdapterOptions<Request> {
  const checked = checkOptions(options, callRules)
  return {
    ...checked,
    allowAfterRefusal: checked.allowAfterRefusal ?? checked.allow,
    clock: checked.clock ?? systemClock,
    session: options.session,
    store: checked.store ?? createMemoryStore(),
  }
}
