import type { Format } from '../formats/format.ts'
import { noEvidence } from '../transcript/evidence.ts'
import type { LintSettings } from './lint.ts'
import type { DiagnoseOptions } from './repair-options.ts'

/** Plain text is one user message where the format allows it; what else is no list holds no messages. */
export function asList(messages: unknown, format: Format): readonly unknown[] {
  if (Array.isArray(messages)) return messages
  return typeof messages === 'string' && format.listMayBeText === true ? [{ role: 'user', content: messages }] : []
}

/** Resolves the options that all passes share. */
export function settingsOf(
  found: Format,
  options: DiagnoseOptions & { evidence?: LintSettings['evidence'] },
  messages: readonly unknown[],
): LintSettings {
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
