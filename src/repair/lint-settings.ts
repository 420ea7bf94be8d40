import type { FormatName } from '../formats/format-name.ts'
import type { Format } from '../formats/format.ts'
import { isOwnRules, ownRules } from '../formats/own-rules.ts'
import type { Rules } from '../formats/rules.ts'
import { answersJson } from '../json/answers-json.ts'
import { AsSent } from '../transcript/as-sent.ts'
import { noEvidence } from '../transcript/evidence.ts'
import type { LinterFormat } from './linter-format.ts'
import type { LintSettings } from './lint.ts'
import type { DiagnoseOptions } from './repair-options.ts'

/**
 * Plain text is one user message where the format allows it; what else is no list holds no messages. Those that
 * answer `toJSON` are read as they are sent.
 */
export function asList(messages: unknown, format: Format, sent: AsSent): readonly unknown[] {
  if (!Array.isArray(messages))
    return typeof messages === 'string' && format.listMayBeText === true ? [{ role: 'user', content: messages }] : []
  // A loop, here and where a format looks at all messages: `some` and `filter` took a tenth of a healthy check.
  for (const message of messages) if (answersJson(message)) return messages.map((raw) => sent.read(raw))
  return messages
}

/** Resolves the options that all passes share. */
export function settingsOf(
  { format: found, forms, kept, strategies, uniqueIds }: LinterFormat,
  options: DiagnoseOptions & { evidence?: LintSettings['evidence'] },
  messages: readonly unknown[],
  sent: AsSent = new AsSent(),
  said?: string,
): LintSettings {
  const request = options.request ?? {}
  const bound = found.bind?.(messages, request, said) ?? found
  const { read, write, writer } = bound
  return {
    bound,
    // Each bound format is one object: what is made on top of it costs what differs.
    format: Object.assign(Object.create(bound) as Format, {
      read: (raw: unknown, index: number, rules: Rules) => read(sent.read(raw), index, rules),
      write: writer?.(messages, request) ?? write,
    }),
    strategies,
    kept,
    forms,
    uniqueIds,
    rules: (body) => {
      const rules = bound.rules(body, options)
      return options.rules === undefined ? rules : withRules(bound.name, rules, options.rules)
    },
    evidence: options.evidence ?? noEvidence,
    purpose: options.purpose ?? 'request',
    sent,
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
