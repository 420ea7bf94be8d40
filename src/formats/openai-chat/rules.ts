import { RecentlyUsed } from '../../json/recently-used.ts'
import { TranscriptError } from '../../transcript/transcript-error.ts'
import type { ListTarget, RequestBody } from '../format.ts'
import { openRules } from '../open-rules.ts'
import { ownRules } from '../own-rules.ts'
import type { Rules, TokenRule } from '../rules.ts'
import {
  anyToken,
  type ChatDialect,
  chatDialects,
  dialectRows,
  guessDialect,
  isAtHome,
  isThinking,
  knownFields,
  relayedForms,
  relayedRules,
  singleCalls,
  templateRules,
  vendorOf,
} from './dialects.ts'

const anyId: TokenRule = { pattern: /./s, maxLength: Infinity, replacement: '_' }

/** The rules that OpenAI's servers share: its reference, and the live probes of provider-errors.md. Unknown message fields are ignored. */
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
  secondResults: 'taken',
  callIds: anyId,
  serverCallIds: anyId,
  callIdScope: 'turn',
  // xAI accepts a repeated id (github.com/openclaw/openclaw/issues/84730); a dialect that refuses it says so in its row.
  repeatedIds: 'taken',
  toolNames: anyToken,
  // Any text: the API does not parse the arguments of the history.
  toolInput: 'any-text',
  // "array too long ... maximum length 128"
  maxCallsPerMessage: 128,
  callList: 'lenient',
  blankText: 'allowed',
  emptyContent: { user: 'allowed', assistant: 'allowed', system: 'allowed', tool: 'allowed', unknown: 'allowed' },
  emptyLists: 'allowed',
  // Content may be null beside calls only.
  absentContent: 'beside-calls',
  contentLists: 'allowed',
  thinkingParts: 'doubtful',
  messageFields: null,
  fieldsAnywhere: knownFields,
  media: {
    maxCount: 500,
    maxBytes: 50 * 1024 * 1024,
    maxPixels: Infinity,
    manyCount: Infinity,
    manyPixels: Infinity,
  },
}

const known = new RecentlyUsed<Rules>(128)

/** Guessing a dialect tries many patterns, so it is done once per address and model. */
const guessed = new RecentlyUsed<{ readonly dialect: ChatDialect | undefined }>(128)

/** The rules of Chat Completions for one request; they depend on dialect, model and thinking mode. */
export function openAIChatRules(request: RequestBody, target: ListTarget = {}): Rules {
  const model = typeof request['model'] === 'string' ? request['model'] : ''
  const dialect = target.dialect === undefined ? guessedOnce(model, target.baseURL) : named(target.dialect)
  const vendor = dialect !== undefined && dialectRows[dialect].relays ? vendorOf(model) : dialect
  const thinks = vendor !== undefined && isThinking(dialectRows[vendor], model, request, target)
  const own = dialect && dialectRows[dialect].atHome
  const home = own && isAtHome(dialect, target) ? own : undefined
  const key = `${dialect}|${model}|${thinks}|${home !== undefined}`
  const cached = known.get(key)
  if (cached) return cached
  const rules = ownRules({ ...compose(dialect, vendor, model, thinks), ...home })
  known.set(key, rules)
  return rules
}

function guessedOnce(model: string, baseURL: string | undefined): ChatDialect | undefined {
  const key = `${baseURL ?? ''}\n${model}`
  let guess = guessed.get(key)
  if (guess === undefined) guessed.set(key, (guess = { dialect: guessDialect(model, baseURL) }))
  return guess.dialect
}

function compose(
  dialect: ChatDialect | undefined,
  vendor: ChatDialect | undefined,
  model: string,
  thinks: boolean,
): Rules {
  const passedOn = relayedForms.find(([models]) => models.test(model.toLowerCase()))?.[1]
  if (dialect === undefined) return { ...base, ...passedOn }
  const row = dialectRows[dialect]
  const template = row.templates ? templateRules.find(([models]) => models.test(model.toLowerCase())) : undefined
  const demanded = vendor === undefined ? {} : dialectRows[vendor].rules
  const relayed = relayedRules.map((rule) => [rule, demanded[rule]] as const)
  return {
    ...base,
    // A relay may refuse forms that the vendor accepts beyond text, because it parses the request first.
    ...(row.relays &&
      Object.fromEntries(relayed.filter(([, value]) => value !== undefined && value !== 'text-or-object'))),
    ...(row.relays && passedOn),
    ...row.rules,
    ...template?.[1],
    ...(row.templates === 'published' && singleCalls[0].test(model.toLowerCase()) && singleCalls[1]),
    ...(row.signs?.test(model.toLowerCase()) && { signatures: 'first-call' as const }),
    ...(thinks && { reasoningText: 'required' as const }),
    ...(thinks &&
      vendor &&
      dialectRows[vendor].fills?.test(model.toLowerCase()) && { reasoningForm: 'filled' as const }),
  }
}

function named(dialect: string): ChatDialect {
  const found = chatDialects.find((name) => name === dialect)
  if (found !== undefined) return found
  const choice = chatDialects.join(', ')
  throw new TranscriptError('unknown_dialect', `Unknown dialect ${JSON.stringify(dialect)}. Pass one of: ${choice}.`)
}
