import type { TokenRule } from '../../formats/rules.ts'

/** What every provider takes: the charset that all of their references share. */
const safe = /^[a-zA-Z0-9_-]+$/
const safeLength = 64

/**
 * The rule once a provider has refused a token: as long as it says, or of the characters and length that all of them take. A
 * pattern that it quotes, `^[a-zA-Z0-9_-]{1,64}$`, is about both.
 */
export function narrowTokenRule(rule: TokenRule, limit: number | undefined, text: string): TokenRule {
  if (/match pattern|regular expression/i.test(text) && isWider(rule, text)) {
    const quoted = /\{1,(\d{1,4})\}/.exec(text)?.[1]
    return { ...rule, pattern: safe, maxLength: limit ?? (quoted === undefined ? rule.maxLength : Number(quoted)) }
  }
  if (limit !== undefined) return { ...rule, maxLength: limit }
  if (rule.maxLength < Infinity) return rule
  return { ...rule, pattern: safe, maxLength: safeLength }
}

/** Whether a token may hold what the refusal, unless it quotes a set of characters with a dot, does not permit. */
function isWider({ pattern }: TokenRule, text: string): boolean {
  return pattern.test(' ') || (pattern.test('a.') && !/\[[^\]]*\./.test(text))
}
