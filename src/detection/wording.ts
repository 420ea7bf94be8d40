/** How one provider words a fault. Data: a strategy lists its wordings, detection compiles all of them into one matcher. */
export interface Wording {
  /** Who says it: a provider family, or `any` for wordings that several share. */
  readonly provider: string
  /** Matched against the unwrapped, damage-repaired, lower-cased text of the error. */
  readonly pattern: RegExp
  /** Where the rule comes from: a provider document or an issue. */
  readonly source?: string
}

/**
 * Declares a wording.
 *
 * @example
 * wording('anthropic', /text content blocks must be non-empty/)
 */
export function wording(provider: string, pattern: RegExp, source?: string): Wording {
  return source === undefined ? { provider, pattern } : { provider, pattern, source }
}
