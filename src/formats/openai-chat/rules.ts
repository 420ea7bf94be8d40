import { RecentlyUsed } from '../../json/recently-used.ts'
import { TranscriptError } from '../../transcript/transcript-error.ts'
import type { RequestBody, Target } from '../format.ts'
import { openRules } from '../open-rules.ts'
import { ownRules } from '../own-rules.ts'
import type { Rules } from '../rules.ts'
import {
  type ChatDialect,
  chatDialects,
  dialectRows,
  guessDialect,
  isThinking,
  parsedArguments,
  relayedRules,
  templateRules,
  vendorOf,
} from './dialects.ts'

/** OpenAI's own rules: its reference, and the live probes of provider-errors.md. Unknown fields of a message are ignored. */
const base: Rules = {
  ...openRules,
  alternation: 'free',
  firstRoles: ['user', 'assistant', 'tool'],
  systemMessages: 'anywhere',
  roleNames: new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  prefill: true,
  userDemanded: false,
  // "must be followed by tool messages": nothing may stand between a call and its results.
  results: 'own-messages',
  // "string too long ... maximum length 40": the ids of other providers are longer, so a switch of the model breaks a session.
  callIds: { pattern: /./s, maxLength: 40, replacement: '_' },
  serverCallIds: { pattern: /./s, maxLength: 40, replacement: '_' },
  callIdScope: 'turn',
  toolNames: { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 64, replacement: '_' },
  // Any text: the API does not parse the arguments of the history.
  toolInput: 'any-text',
  // "array too long ... maximum length 128"
  maxCallsPerMessage: 128,
  callList: 'strict',
  blankText: 'allowed',
  emptyContent: { user: 'allowed', assistant: 'allowed', system: 'allowed', tool: 'allowed', unknown: 'allowed' },
  // `tool_calls: []` is refused where its absence is not; some SDKs write it into every answer.
  emptyLists: 'refused',
  // Null beside calls, and nowhere else.
  absentContent: 'beside-calls',
  contentLists: 'allowed',
  messageFields: null,
  media: {
    maxCount: 500,
    maxBytes: 50 * 1024 * 1024,
    maxPixels: Infinity,
    manyCount: Infinity,
    manyPixels: Infinity,
  },
}

const known = new RecentlyUsed<Rules>(128)

/** Many patterns are asked who that is: once for each address and model. */
const guessed = new RecentlyUsed<ChatDialect>(128)

/** The rules of Chat Completions for one request: dialect, model and thinking mode decide. */
export function openAIChatRules(request: RequestBody, target: Target = {}): Rules {
  const model = typeof request['model'] === 'string' ? request['model'] : ''
  const dialect = target.dialect === undefined ? guessedOnce(model, target.baseURL) : named(target.dialect)
  const vendor = dialectRows[dialect].relays ? vendorOf(model) : dialect
  const thinks = isThinking(dialectRows[vendor], model, request)
  const key = `${dialect}|${model}|${thinks}`
  const cached = known.get(key)
  if (cached) return cached
  const rules = ownRules(compose(dialect, vendor, model, thinks))
  known.set(key, rules)
  return rules
}

function guessedOnce(model: string, baseURL: string | undefined): ChatDialect {
  const key = `${baseURL ?? ''}\n${model}`
  let dialect = guessed.get(key)
  if (dialect === undefined) guessed.set(key, (dialect = guessDialect(model, baseURL)))
  return dialect
}

function compose(dialect: ChatDialect, vendor: ChatDialect, model: string, thinks: boolean): Rules {
  const row = dialectRows[dialect]
  const template = row.templates ? templateRules.find(([models]) => models.test(model.toLowerCase())) : undefined
  const relayed = relayedRules.map((rule) => [rule, dialectRows[vendor].rules[rule]] as const)
  return {
    ...base,
    ...(row.relays && Object.fromEntries(relayed.filter(([, value]) => value !== undefined))),
    ...(row.relays && parsedArguments[0].test(model.toLowerCase()) && parsedArguments[1]),
    ...row.rules,
    ...template?.[1],
    ...(thinks && { reasoningText: 'required' as const }),
  }
}

function named(dialect: string): ChatDialect {
  const found = chatDialects.find((name) => name === dialect)
  if (found !== undefined) return found
  const choice = chatDialects.join(', ')
  throw new TranscriptError('unknown_dialect', `Unknown dialect ${JSON.stringify(dialect)}. Pass one of: ${choice}.`)
}
