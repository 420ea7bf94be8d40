import { anthropicRules } from './anthropic-messages/rules.ts'
import { converseRules } from './bedrock-converse/rules.ts'
import type { RequestBody } from './format.ts'
import type { Rules } from './rules.ts'

/** Rules that hold whatever form a framework gives its messages: what they are about reaches the provider as it is. */
const ofClaude: readonly (keyof Rules)[] = [
  'blankText',
  'callIds',
  'firstRoles',
  'media',
  'prefill',
  // A search that another provider ran goes out as one of Claude's.
  'serverCallIds',
  'serverResults',
  'thinking',
  'thinkingBound',
  'thinkingDemanded',
  'thinkingLeads',
  'thinkingOff',
  'toolNames',
  'toolsDemanded',
  'userDemanded',
]

interface ProviderRow {
  /** The names that frameworks give it: `anthropic.messages`, `vertex.anthropic.messages`, `amazon_bedrock`. */
  readonly name: RegExp
  rules(request: RequestBody): Rules
  readonly carried: readonly (keyof Rules)[]
}

/** Only what is certain for all models of a provider. "openai" is none: every compatible server goes by that name. */
const providers: readonly ProviderRow[] = [
  { name: /anthropic/i, rules: (request) => anthropicRules(whole(request)), carried: ofClaude },
  { name: /bedrock/i, rules: converseRules, carried: ['blankText'] },
]

/**
 * What the provider behind a framework adds to the framework's own rules; nothing for one that is not known. Of the request,
 * `provider` names it, `model` the model, and `thinking` is in the provider's own form.
 */
export function providerRules(request: RequestBody): Partial<Rules> {
  const { provider } = request
  const row = typeof provider === 'string' ? providers.find(({ name }) => name.test(provider)) : undefined
  if (row === undefined) return {}
  const rules = row.rules(request)
  return Object.fromEntries(row.carried.map((field) => [field, rules[field]]))
}

/** A framework that tells the tools of a call tells all of them: the Messages API knows a whole request by its `max_tokens`. */
function whole(request: RequestBody): RequestBody {
  return 'tools' in request ? { ...request, max_tokens: 1 } : request
}
