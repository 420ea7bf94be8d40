import type { TokenRule } from '../formats/rules.ts'

/** What every provider takes: the charset that all of their references share. */
const safe = /^[a-zA-Z0-9_-]+$/
const safeLength = 64

/** The rule once a provider has refused a token: as long as it says, or of the characters and length that all of them take. */
export function narrowTokenRule(rule: TokenRule, limit: number | undefined): TokenRule {
  if (limit !== undefined) return { ...rule, maxLength: limit }
  if (rule.maxLength < Infinity) return rule
  return { ...rule, pattern: safe, maxLength: safeLength }
}
