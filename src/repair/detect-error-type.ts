import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import { detectError } from './detect-error.ts'

/**
 * The structural fault that an error reports; null when the error is not about the structure of the transcript.
 *
 * @example
 * detectErrorType('messages: text content blocks must be non-empty') // 'blank_text'
 * detectErrorType('429 rate limit reached') // null
 */
export function detectErrorType(error: unknown): RecoveryErrorType | null {
  return detectError(error)?.type ?? null
}
