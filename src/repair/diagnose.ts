import { findLinterFormat } from './find-linter-format.ts'
import { diagnoseWith } from './diagnose-with.ts'
import type { DiagnoseOptions } from './repair-options.ts'
import type { Diagnosis } from './repair-result.ts'
import { withHeldList } from './with-held-list.ts'

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
  const diagnosis = diagnoseWith(findLinterFormat(options?.format), messages, options)
  return Array.isArray(messages) ? diagnosis : { ...diagnosis, faults: withHeldList(diagnosis.faults, messages) }
}
