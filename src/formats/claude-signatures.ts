import { absentValue } from './absent-value.ts'
import { base64Signatures, isBase64Signature } from './base64-signatures.ts'

/** A placeholder for a signature is shorter. */
const longSignature = 100

/** No signature of Claude's is of words or in brackets, as placeholders are. */
export const claudeSignatures: RegExp = new RegExp(`^(?:[^]{${longSignature}}|(?!${absentValue})[^\\s[\\]{}<>…]+$)`)

/**
 * Whether a signature is of the form that a rule demands.
 *
 * @example
 * isLegalSignature('no signature', claudeSignatures) // false
 */
export function isLegalSignature(signature: string, pattern: RegExp | undefined): boolean {
  // What the pattern finds out by reading a hundred characters: half of the time that a healthy list took.
  if (pattern === claudeSignatures && signature.length >= longSignature) return true
  if (pattern === base64Signatures) return isBase64Signature(signature)
  return pattern?.test(signature) !== false
}
