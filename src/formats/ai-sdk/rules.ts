import { RecentlyUsed } from '../../json/recently-used.ts'
import type { RequestBody } from '../format.ts'
import { geminiRules } from '../gemini/rules.ts'
import { frameworkRules } from '../framework-rules.ts'
import { isRecord } from '../../json/is-record.ts'
import { ownRules } from '../own-rules.ts'
import { type ProviderApi, providerApi, providerRules, unliftedSystem } from '../provider-rules.ts'
import type { Rules } from '../rules.ts'

/** What `ai` itself demands; each provider's package demands more, and teaches it by its errors. */
const base: Rules = {
  ...frameworkRules,
  roleNames: new Set(['system', 'user', 'assistant', 'tool']),
  results: 'next-turn',
  serverResults: 'optional',
  resultsLookAlike: true,
  toolInput: 'object-or-text',
  absentContent: 'refused',
}

/** Each step of the model is a message of its own, with its results right behind it. */
const modelRules: Rules = ownRules({ ...base, resultRole: 'tool', answersWhole: true, resultsMayWait: true })

/** UI messages keep a call and its result in one part; an assistant message may be empty (after an abort). */
const uiRules: Rules = ownRules({
  ...base,
  roleNames: new Set(['system', 'user', 'assistant']),
  results: 'same-block',
  emptyContent: { ...base.emptyContent, assistant: 'allowed' },
})

const known = new RecentlyUsed<Rules>(64)

/**
 * Rules of ModelMessages. They depend on the request's `provider`, `model` and `thinking` (see {@link providerRules}), and on
 * `allowSystemInMessages: false` (the default of `generateText`).
 */
export function aiSdkModelRules(request: RequestBody): Rules {
  return rulesFor('model', modelRules, request)
}

export function aiSdkUiRules(request: RequestBody): Rules {
  return rulesFor('ui', uiRules, request)
}

/** APIs whose package turns a tool message without results into an empty user message. */
const sentEmpty: ReadonlySet<ProviderApi | undefined> = new Set(['messages', 'converse', 'gemini'])

/** How the packages of some providers send a list. */
const packages: Partial<Readonly<Record<ProviderApi, Partial<Rules>>>> = {
  // Neighbours of one role are sent as one message. The first system message is lifted (@ai-sdk/anthropic, `convert-to-anthropic-prompt`).
  messages: {
    systemAtEnd: 'first-lifted',
    blankInResults: true,
    indexCounts: 'user-turns',
    serverResultsAs: 'json',
    turnsJoined: true,
    // "unsupported reasoning metadata": a warning, and the part is left out.
    unsignedThinking: 'dropped',
    // "'media type: audio/ogg' functionality not supported."
    mediaTypesRefused: /^(?:audio|video)\//,
  },
  // Each answer and each result is sent as a message of its own, and every call as the client's, whoever ran it.
  chat: {
    resultsMayWait: false,
    serverCalls: 'sent-alone',
    mediaTypesRefused: /^(?:video\/|audio\/(?!(?:wav|mp3|mpeg)$|\*?$))/,
  },
  // The input of a custom tool is text.
  responses: { mediaTypesRefused: /^video\//, plainInputs: true },
  // As for Chat Completions: separate messages, and every call as the client's.
  mistral: { resultsMayWait: false, serverCalls: 'sent-alone' },
  // "system messages are only supported at the beginning of the conversation"
  gemini: { resultsMayWait: false, systemMessages: 'leading', turnsJoined: 'demanded' },
}

/**
 * Versions whose package of the Messages API passes on an input that is no JSON as text, and whose package of Converse omits results of the
 * provider's tools. Later ones wrap the text in an object, and send those results (@ai-sdk/amazon-bedrock since 5.0.75).
 */
const older: ReadonlySet<unknown> = new Set(['v2', 'v3'])

function rulesFor(kind: string, base: Rules, request: RequestBody): Rules {
  const { model, provider, specification, thinking } = request
  const lift = request['allowSystemInMessages'] === false
  if (typeof provider !== 'string' && !lift) return base
  const mode = isRecord(thinking) ? String(thinking['type']) : ''
  const key = `${kind}|${String(provider)}|${String(model)}|${mode}|${String(specification)}|${'tools' in request}|${lift}`
  const cached = known.get(key)
  if (cached) return cached
  const api = providerApi(request)
  const rules = ownRules({
    ...base,
    ...providerRules(request),
    ...(api && packages[api]),
    // The package substitutes the bypass for a missing signature, but passes on one that is damaged or made by another model.
    ...(api === 'gemini' && kind === 'model' && { signatureBypass: geminiRules({}).signatureBypass }),
    ...(api === 'messages' && unliftedSystem(request)),
    ...(api === 'messages' && older.has(specification) && { toolInput: 'object' as const }),
    ...(api === 'converse' && older.has(specification) && { serverCalls: 'sent-alone' as const }),
    ...(api === 'messages' && specification === 'v4' && { plainInputs: true }),
    ...(sentEmpty.has(api) && { emptyContent: { ...base.emptyContent, tool: 'refused' as const } }),
    // The packages of the Responses API send one reference per message that holds the id: "Duplicate item found".
    ...(String(provider).endsWith('.responses') && { itemIdsUnique: true }),
    ...(lift && { systemMessages: 'lift' as const }),
  })
  known.set(key, rules)
  return rules
}
