import { findLinterFormat } from './find-linter-format.ts'
import { diagnoseWith } from './diagnose-with.ts'
import type { DiagnoseOptions } from './repair-options.ts'
import type { Diagnosis } from './repair-result.ts'

/**
 * Lints the messages of a request or of a store. Pure and synchronous; the messages are not changed.
 *
 * @throws {TranscriptError} `unknown_format`, `unknown_dialect`; `unreadable_message`, `unreadable_request` when something cannot
 * be read (a getter throws); `too_deep` when a message refers to itself
 * @example
 * diagnose([{ role: 'user', content: '' }], { format: 'anthropic-messages' })
 * // { ok: false, faults: [{ type: 'empty_content_message', at: { messageIndex: 0 }, ... }] }
 */
export function diagnose(messages: unknown, options: DiagnoseOptions): Diagnosis {
  return diagnoseWith(findLinterFormat(options?.format), messages, options)
}
