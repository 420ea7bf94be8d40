import { type OptionRule, optional, wholeNumber, yesOrNo } from '../../errors/check-options.ts'
import { longestTimer } from '../../json/longest-timer.ts'
import { DEFAULT_SCHEMA } from './migrate-postgres.ts'

/** The option rules that store and queue share. */
export const postgresRules: {
  readonly schema: OptionRule<string>
  readonly migrate: OptionRule<boolean>
  readonly statementTimeoutMs: OptionRule<number>
} = {
  schema: { ...optional<string>('string', 'the name of a schema'), fallback: DEFAULT_SCHEMA },
  migrate: yesOrNo(true),
  statementTimeoutMs: wholeNumber(0, 10_000, longestTimer),
}
