import { findFormat } from '../formats/index.ts'
import { noEvidence } from './evidence.ts'
import { lint, type LintSettings } from './lint.ts'
import type { DiagnoseOptions } from './repair-options.ts'
import type { Diagnosis } from './repair-result.ts'

/**
 * Lints the messages of a request or of a store. Pure and synchronous; the messages are not changed.
 *
 * @throws {TranscriptError} `unknown_format`; `unreadable_message` when a message cannot be read (a getter throws)
 * @example
 * diagnose([{ role: 'user', content: '' }], { format: 'anthropic-messages' })
 * // { ok: false, faults: [{ type: 'empty_content_message', at: { messageIndex: 0 }, ... }] }
 */
export function diagnose(messages: unknown, options: DiagnoseOptions): Diagnosis {
  const { found } = lint(asList(messages), options.request ?? {}, settingsOf(options))
  return { ok: found.length === 0, faults: found.map(({ fault }) => fault) }
}

/** What is no list holds no messages: the strategies report an empty conversation. */
export function asList(messages: unknown): readonly unknown[] {
  return Array.isArray(messages) ? messages : []
}

/** Resolves the options that all passes share. */
export function settingsOf(options: DiagnoseOptions & { evidence?: LintSettings['evidence'] }): LintSettings {
  const format = findFormat(options.format)
  return {
    format,
    rules: (request) => {
      const rules = format.rules(request)
      return options.rules === undefined ? rules : { ...rules, ...options.rules }
    },
    evidence: options.evidence ?? noEvidence,
    purpose: options.purpose ?? 'request',
  }
}
