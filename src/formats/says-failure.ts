const failure = /fail|error|exception|cancel|reject|den(?:y|ied)/i

/**
 * Whether a word that an API does not know says that something failed.
 *
 * @example
 * saysFailure('errored') // true
 */
export function saysFailure(word: unknown): boolean {
  return failure.test(String(word))
}
