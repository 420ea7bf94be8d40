import type { FormatName } from '../formats/format-name.ts'
import type { Format } from '../formats/format.ts'
import { isOwnRules, ownRules } from '../formats/own-rules.ts'
import type { Rules } from '../formats/rules.ts'
import { asSent } from '../transcript/as-sent.ts'
import { noEvidence } from '../transcript/evidence.ts'
import { readable } from '../transcript/readable.ts'
import type { LinterFormat } from './linter-format.ts'
import type { LintSettings } from './lint.ts'
import type { DiagnoseOptions } from './repair-options.ts'

/**
 * Plain text is one user message where the format allows it; what else is no list holds no messages. Classes that a format reads
 * itself are not asked what they say.
 *
 * @throws {TranscriptError} `unreadable_message` when a `toJSON` throws, or gives nothing, or when it cannot even be asked for
 */
export function asList(messages: unknown, format: Format): readonly unknown[] {
  if (Array.isArray(messages))
    return format.field === undefined ? readable(messages, undefined, () => asSent(messages)) : messages
  return typeof messages === 'string' && format.listMayBeText === true ? [{ role: 'user', content: messages }] : []
}

/** Resolves the options that all passes share. */
export function settingsOf(
  { format: found, kept, strategies }: LinterFormat,
  options: DiagnoseOptions & { evidence?: LintSettings['evidence'] },
  messages: readonly unknown[],
  said?: string,
): LintSettings {
  const format = found.bind?.(messages, options.request ?? {}, said) ?? found
  return {
    format,
    strategies,
    kept,
    rules: (request) => {
      const rules = format.rules(request, options)
      return options.rules === undefined ? rules : withRules(format.name, rules, options.rules)
    },
    evidence: options.evidence ?? noEvidence,
    purpose: options.purpose ?? 'request',
  }
}

/** What the stores of programs say beside the rules of a format, where its screen is proven to give the same verdicts with it. */
const ofStores: Partial<Record<FormatName, ReadonlySet<string>>> = {
  'anthropic-messages': new Set<keyof Rules>([
    'answersWhole',
    'callIdScope',
    'indexCounts',
    'indexForms',
    'toolsDemanded',
  ]),
}

/** The rules with what a caller knows better. A stored session is screened as a request is; anything else is read whole. */
function withRules(name: FormatName, rules: Rules, changed: Partial<Rules>): Rules {
  const merged = { ...rules, ...changed }
  const names = Object.keys(changed)
  const isScreened = names.length > 0 && names.every((field) => ofStores[name]?.has(field))
  return isScreened && isOwnRules(rules) ? ownRules(merged) : merged
}
