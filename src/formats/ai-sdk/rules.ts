import { RecentlyUsed } from '../../json/recently-used.ts'
import type { RequestBody } from '../format.ts'
import { geminiRules } from '../gemini/rules.ts'
import { frameworkRules } from '../framework-rules.ts'
import { isRecord } from '../../json/is-record.ts'
import { ownRules } from '../own-rules.ts'
import { type ProviderApi, providerApi, providerRules, unliftedSystem } from '../provider-rules.ts'
import type { Rules } from '../rules.ts'

/** What the `ai` package itself demands; each provider's package demands more, and says so in its error. */
const base: Rules = {
  ...frameworkRules,
  roleNames: new Set(['system', 'user', 'assistant', 'tool']),
  results: 'next-turn',
  serverResults: 'optional',
  resultsLookAlike: true,
  toolInput: 'object-or-text',
  absentContent: 'refused',
}

/** Each step of the model is a message of its own, its results right behind it. */
const modelRules: Rules = ownRules({ ...base, resultRole: 'tool', answersWhole: true, resultsMayWait: true })

/** UI messages keep a call and its result in one part; an assistant message may be empty (it has been aborted). */
const uiRules: Rules = ownRules({
  ...base,
  roleNames: new Set(['system', 'user', 'assistant']),
  results: 'same-block',
  emptyContent: { ...base.emptyContent, assistant: 'allowed' },
})

const known = new RecentlyUsed<Rules>(64)

/**
 * Rules of ModelMessages. Of the request, `provider`, `model` and `thinking` (see {@link providerRules}) and
 * `allowSystemInMessages: false` (as `generateText` has it by default) make a difference.
 */
export function aiSdkModelRules(request: RequestBody): Rules {
  return rulesFor('model', modelRules, request)
}

export function aiSdkUiRules(request: RequestBody): Rules {
  return rulesFor('ui', uiRules, request)
}

/** Whose packages make a message of the user, which says nothing, of a message of a tool without results. */
const sentEmpty: ReadonlySet<ProviderApi | undefined> = new Set(['messages', 'converse', 'gemini'])

/** How the packages of some providers send a list. */
const packages: Partial<Readonly<Record<ProviderApi, Partial<Rules>>>> = {
  // Neighbours of one role go out as one message. The first system message is lifted (@ai-sdk/anthropic, `convert-to-anthropic-prompt`).
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
  // Each answer and each result is a message of its own, and all calls are the client's, whoever ran them.
  chat: {
    resultsMayWait: false,
    serverCalls: 'sent-alone',
    mediaTypesRefused: /^(?:video\/|audio\/(?!(?:wav|mp3|mpeg)$|\*?$))/,
  },
  // The input of a custom tool is text.
  responses: { mediaTypesRefused: /^video\//, plainInputs: true },
  // The same of each answer, each result and each call.
  mistral: { resultsMayWait: false, serverCalls: 'sent-alone' },
  // "system messages are only supported at the beginning of the conversation"
  gemini: { resultsMayWait: false, systemMessages: 'leading', turnsJoined: 'demanded' },
}

/**
 * The versions whose package of the Messages API passes a text on that is no JSON, and that of Converse leaves out what the provider's tools
 * gave back. The next one puts the text into an object, and sends those results (@ai-sdk/amazon-bedrock since 5.0.75).
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
    // The package puts the stand-in for a signature that is gone, but passes on one that is damaged, or that another model has made.
    ...(api === 'gemini' && kind === 'model' && { signatureBypass: geminiRules({}).signatureBypass }),
    ...(api === 'messages' && unliftedSystem(request)),
    ...(api === 'messages' && older.has(specification) && { toolInput: 'object' as const }),
    ...(api === 'converse' && older.has(specification) && { serverCalls: 'sent-alone' as const }),
    ...(api === 'messages' && specification === 'v4' && { plainInputs: true }),
    ...(sentEmpty.has(api) && { emptyContent: { ...base.emptyContent, tool: 'refused' as const } }),
    // The packages of the Responses API send a reference for each message that holds the id: "Duplicate item found".
    ...(String(provider).endsWith('.responses') && { itemIdsUnique: true }),
    ...(lift && { systemMessages: 'lift' as const }),
  })
  known.set(key, rules)
  return rules
}
