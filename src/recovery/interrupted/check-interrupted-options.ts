import {
  type CheckedOptions,
  checkOptions,
  having,
  type OptionRule,
  optional,
  yesOrNo,
} from '../../errors/check-options.ts'
import type { Lease } from '../../storage/lease.ts'
import type { SessionStore } from '../../storage/session-store.ts'
import { storeRule } from '../../storage/store-rule.ts'
import type { InterruptedSessions } from './interrupted-sessions.ts'
import type { RecoverInterruptedOptions } from './recover-interrupted-options.ts'
import { recoveryRules } from '../recovery-rules.ts'

export const hookRule: OptionRule<InterruptedSessions | undefined> = having<InterruptedSessions>(
  'a hook, as `createSessionRecoveryHook` makes',
  'recoverStored',
)

const rules: {
  readonly store: OptionRule<SessionStore>
  readonly sessionID: OptionRule<string | undefined>
  readonly runTool: OptionRule<RecoverInterruptedOptions['runTool']>
  readonly leaseMs: OptionRule<number>
  readonly lease: OptionRule<Lease | undefined>
  readonly resume: OptionRule<boolean>
} = {
  store: storeRule,
  sessionID: optional<string>('string'),
  runTool: optional<RecoverInterruptedOptions['runTool']>('function', 'a function that runs a call'),
  leaseMs: recoveryRules.leaseMs,
  lease: having<Lease>('a lease, as `store.leases.acquire` gives', 'renew'),
  resume: yesOrNo(true),
}

/** Options with every default in place. */
export type CheckedInterruptedOptions = CheckedOptions<typeof rules>

/** @throws {OptionsError} */
export const checkInterruptedOptions = (options: RecoverInterruptedOptions): CheckedInterruptedOptions =>
  checkOptions(options, rules)
