/**
 * Whether a signature has the form that the rule demands; every signature is legal without a rule.
 *
 * @example
 * isLegalSignature('no signature', claudeSignatures) // false
 */
export function isLegalSignature(signature: string, pattern: RegExp | undefined): boolean {
  return pattern?.test(signature) !== false
}
