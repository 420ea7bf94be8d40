import type { DetectedError } from '../detection/detected-error.ts'
import { isRefusal } from '../detection/shapes/is-refusal.ts'
import { sentenceAt } from '../detection/words/sentence-at.ts'
import { unwrapError } from '../detection/shapes/unwrap-error.ts'
import { readError } from './detect-error.ts'
import { diagnose } from './diagnose.ts'
import type { DiagnoseOptions } from './repair-options.ts'

/** Whether a provider has refused a request and nothing in its error tells why: only the messages can. Never throws. */
export function isUnexplained(error: unknown): boolean {
  if (!isRefusal(error)) return false
  const { detected, isExplained } = readError(error)
  return detected === null && !isExplained
}

/** The provider's own words, for errors that report nothing. */
export function sayingOf(error: unknown): string {
  return sentenceAt(unwrapError(error), 0)
}

/**
 * Settles a refusal that nothing explains by the linter: a fault that the messages have is the fault that is meant. Null when
 * they have none, or when the error is explained.
 *
 * @throws {TranscriptError} as `diagnose`
 * @example
 * nameUnexplained({ status: 400, message: 'No.' }, messages, { format: 'anthropic-messages' })?.type // 'tool_result_missing'
 */
export function nameUnexplained(
  error: unknown,
  messages: readonly unknown[],
  options: DiagnoseOptions,
): DetectedError | null {
  const [fault] = isUnexplained(error) ? diagnose(messages, options).faults : []
  if (fault === undefined) return null
  const { at, type } = fault
  return {
    type,
    ...(at && { messageIndex: at.messageIndex }),
    ...(at?.blockIndex !== undefined && { blockIndex: at.blockIndex }),
    text: sayingOf(error),
  }
}
