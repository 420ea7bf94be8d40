import { findLinterFormat } from './find-linter-format.ts'
import { detectError } from './detect-error.ts'
import type { RepairOptions } from './repair-options.ts'
import type { RepairResult } from './repair-result.ts'
import { repairWith } from './repair-with.ts'
import { withHeldList } from './with-held-list.ts'

/**
 * Repairs the messages with the least change that a provider accepts, or gives them back as they are. Pure, synchronous and
 * deterministic to the byte (I2). A repair that does not leave strictly fewer faults is rolled back.
 *
 * @throws {TranscriptError} `unknown_format`; `unreadable_message`, `unreadable_request` when something cannot be read (a
 * getter throws); `too_deep` when a message refers to itself
 * @example
 * const { messages, request, betas } = repair(body.messages, { format: 'anthropic-messages', request: body, error })
 */
export function repair(messages: unknown, options: RepairOptions): RepairResult {
  const result = repairWith({ format: findLinterFormat(options?.format), detectError }, messages, options)
  if (Array.isArray(messages)) return result
  const { faults, remaining } = result
  return { ...result, faults: withHeldList(faults, messages), remaining: withHeldList(remaining, messages) }
}
