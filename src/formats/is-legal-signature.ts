/**
 * Whether a signature is of the form that a rule demands.
 *
 * @example
 * isLegalSignature('no signature', claudeSignatures) // false
 */
export function isLegalSignature(signature: string, pattern: RegExp | undefined): boolean {
  return pattern?.test(signature) !== false
}
