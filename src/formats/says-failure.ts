const failure = /fail|error|exception|cancel|reject|den(?:y|ied)/i

/**
 * Whether a status word that the API does not define says that something failed.
 *
 * @example
 * saysFailure('errored') // true
 */
export function saysFailure(word: unknown): boolean {
  return failure.test(String(word))
}
