import { findFormat } from '../formats/index.ts'
import { noEvidence } from '../transcript/evidence.ts'
import { findFaults, type LintSettings } from './lint.ts'
import { readable } from '../transcript/readable.ts'
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
  const list = asList(messages, options.format)
  const request = options.request ?? {}
  const found = readable(list, request, () => findFaults(list, request, settingsOf(options, list)))
  return { ok: found.length === 0, faults: found.map(({ fault }) => fault) }
}

/** Plain text is one user message where the format allows it; what else is no list holds no messages. */
export function asList(messages: unknown, name: DiagnoseOptions['format']): readonly unknown[] {
  if (Array.isArray(messages)) return messages
  const format = findFormat(name)
  return typeof messages === 'string' && format.listMayBeText === true ? [{ role: 'user', content: messages }] : []
}

/** Resolves the options that all passes share. */
export function settingsOf(
  options: DiagnoseOptions & { evidence?: LintSettings['evidence'] },
  messages: readonly unknown[],
): LintSettings {
  const found = findFormat(options.format)
  const format = found.bind?.(messages, options.request ?? {}) ?? found
  return {
    format,
    rules: (request) => {
      const rules = format.rules(request, options)
      return options.rules === undefined ? rules : { ...rules, ...options.rules }
    },
    evidence: options.evidence ?? noEvidence,
    purpose: options.purpose ?? 'request',
  }
}
