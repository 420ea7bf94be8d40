import { type CheckedOptions, checkOptions, type OptionRule, optional, wholeNumber } from '../errors/check-options.ts'
import { longestTimer } from '../json/longest-timer.ts'

/** Takes what must not be stored out of a value; what it returns is stored. */
export type Redact = (value: unknown, place: { readonly sessionID: string; readonly field: string }) => unknown

/** Times in ms. */
export interface RegistryOptions {
  /** How long a session can still be claimed after its owner's last deadline. Default 10 minutes. */
  readonly graceMs?: number
  /** How often `start` asks the probes of the sessions. Default 30 s. */
  readonly heartbeatMs?: number
  /** Without a sign of life for this time the owner counts as gone. Default three heartbeats. */
  readonly ttlMs?: number
  /** How often `start` cleans up. Default 5 minutes. */
  readonly cleanupMs?: number
  /** How often a session may be claimed before it has been stable as long as the grace. Default 3. */
  readonly maxAttempts?: number
  /** How long an expired session stays listed. Default 7 days. */
  readonly retentionMs?: number
  /** Characters of JSON that transport, metadata and each value of state may have. Default 64 Ki. */
  readonly maxSize?: number
  /** Default: keys, tokens and passwords are masked, also those that stand in the environment. */
  readonly redact?: Redact
  /** Epoch ms. With a clock of one's own only that clock counts, not the machine's since boot. */
  readonly now?: () => number
}

const rules: {
  readonly [Name in Exclude<keyof RegistryOptions, 'ttlMs' | 'redact' | 'now'>]: OptionRule<number>
} & {
  readonly ttlMs: OptionRule<number | undefined>
  readonly redact: OptionRule<Redact | undefined>
  readonly now: OptionRule<(() => number) | undefined>
} = {
  graceMs: wholeNumber(0, 600_000),
  heartbeatMs: wholeNumber(1, 30_000, longestTimer),
  ttlMs: { ...wholeNumber(1, 0), fallback: undefined },
  cleanupMs: wholeNumber(1, 300_000, longestTimer),
  maxAttempts: wholeNumber(0, 3),
  retentionMs: wholeNumber(0, 7 * 24 * 3_600_000),
  maxSize: wholeNumber(1, 64 * 1024),
  redact: optional<Redact>('function'),
  now: optional<() => number>('function'),
}

/**
 * Fills in the defaults.
 *
 * @throws {OptionsError} names the option and what it takes
 */
export function resolveRegistryOptions(
  options: RegistryOptions,
): Omit<CheckedOptions<typeof rules>, 'ttlMs'> & { readonly ttlMs: number } {
  const checked = checkOptions(options, rules)
  return { ...checked, ttlMs: checked.ttlMs ?? checked.heartbeatMs * 3 }
}

export type ResolvedRegistryOptions = ReturnType<typeof resolveRegistryOptions>
