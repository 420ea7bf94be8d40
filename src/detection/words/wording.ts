/**
 * How sure a wording is, as data: the strongest match decides. Inside one strength the match that begins first wins, then
 * the longer one, as in a lexer.
 *
 * - `decisive`: can mean nothing else, and beats any other sentence around it.
 * - `plain`: the provider's own sentence for this fault (the default).
 * - `shared`: as plain, but forms for uploads say it, too: something else has to show that a request is refused.
 * - `general`: a complaint about a path in the messages that no sharper wording explains.
 * - `vague`: the provider blames the request without saying why; any other explanation beats it.
 */
export type WordingStrength = 'decisive' | 'plain' | 'shared' | 'general' | 'vague'

/** How one provider words a fault. Data: a strategy lists its wordings, detection compiles all of them into one matcher. */
export interface Wording {
  /** Who says it: a provider family, or `any` for wordings that several share. */
  readonly provider: string
  /**
   * Matched against the folded text of the error (see `fold-text.ts`): lower case, no quotes, indices as `messages.3.content.0`.
   * Write it with natural spaces; all white space is ignored on both sides, since terminals break and glue words.
   */
  readonly pattern: RegExp
  readonly strength: WordingStrength
}

/**
 * Declares a wording. Where the rule comes from, a provider document or an issue, stands in a comment above it: what only
 * readers want is not in the bundle.
 *
 * @example
 * wording('anthropic', /text content blocks must be non-empty/)
 * // OpenAI Responses
 * wording('openai', /invalid type for input\.\w+/, 'general')
 */
export const wording = (provider: string, pattern: RegExp, strength: WordingStrength = 'plain'): Wording => ({
  provider,
  pattern,
  strength,
})
