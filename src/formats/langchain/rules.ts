import { RecentlyUsed } from '../../json/recently-used.ts'
import { isRecord } from '../../json/is-record.ts'
import { compatibleRules } from '../anthropic-messages/dialects.ts'
import { converseRules } from '../bedrock-converse/rules.ts'
import type { RequestBody } from '../format.ts'
import { frameworkRules } from '../framework-rules.ts'
import { openAIChatRules } from '../openai-chat/rules.ts'
import { responsesRules } from '../openai-responses/rules.ts'
import { ownRules } from '../own-rules.ts'
import { providerApi, providerRules, unliftedSystem } from '../provider-rules.ts'
import type { Rules } from '../rules.ts'
import { knownKinds } from './read-langchain-message.ts'

/**
 * What every chat model behind LangChain demands: each call answered by tool messages right behind its message
 * (INVALID_TOOL_RESULTS; LangGraph's INVALID_CHAT_HISTORY is laxer), content, known types.
 */
const base: Rules = ownRules({
  ...frameworkRules,
  roleNames: knownKinds,
  results: 'own-messages',
  resultRole: 'tool',
  toolInput: 'object',
  callList: 'lenient',
  absentContent: 'beside-calls',
})

/** Content blocks go to Claude unchanged, signed or not; tool messages are joined into one user message. */
const { resultRole: _tool, ...anyResultRole } = base
const rawBlocks: Partial<Rules> = {
  // "Message type "function" is not supported."
  roleNames: new Set([...knownKinds].filter((kind) => kind !== 'function')),
  cacheMarks: { field: 'cache_control', max: 4 },
  trailingWhitespace: 'refused',
  // "text content blocks must be non-empty": those inside a result, too.
  blankInResults: true,
  indexCounts: 'result-runs',
}

/** @langchain/aws joins consecutive results only: a user message behind them would be a second user turn. */
const rolesInTurn: Partial<Rules> = { alternation: 'required', assistantAfterTool: true }

/** @langchain/google-genai sends each message by itself: "System message should be the first one". */
const eachApart: Partial<Rules> = {
  alternation: 'of-systems',
  systemMessages: 'leading',
  turnsJoined: 'demanded',
  // Ids are not sent: results go out under their function names, in their positions.
  callIdsOptional: true,
  resultsCounted: 'compared',
}

/** Rules for reasoning and document names that are sent unchanged. */
function sentAsTheyAre(request: RequestBody): Partial<Rules> {
  const { documentNames, signaturePattern, signatures, thinking } = converseRules(request)
  return {
    ...(documentNames && { documentNames }),
    ...(signaturePattern && { signaturePattern }),
    signatures,
    thinking,
  }
}

/** Providers whose packages throw at anything but text in a tool message. */
const textsInResults: ReadonlySet<unknown> = new Set(['mistral', 'ollama'])

/** Providers whose packages pass on an empty list; an empty text is accepted by every server. */
const handedOn: ReadonlySet<unknown> = new Set(['groq', 'mistral'])

/** An assistant message without content gets an empty list, which OpenAI refuses even beside calls. */
const filled: Partial<Rules> = { absentContent: 'refused' }

const known = new RecentlyUsed<Rules>(64)

/**
 * Rules of LangChain messages; `provider`, `model` and `thinking` of the request as in {@link providerRules}. `api` says which of OpenAI's
 * two APIs the model will ask (`chat`, `responses`): LangChain gives both one name.
 */
export function langchainRules(request: RequestBody): Rules {
  const { model, provider, thinking } = request
  if (typeof provider !== 'string') return base
  const mode = isRecord(thinking) ? String(thinking['type']) : ''
  const asked = askedOf(request)
  const key = `${String(asked['provider'])}|${String(model)}|${mode}|${'tools' in request}`
  const cached = known.get(key)
  if (cached) return cached
  // For Claude a user message may hold results.
  const own = isAnthropic(request)
    ? { ...anyResultRole, ...rawBlocks, ...unliftedSystem(request), signatures: compatibleRules(request).signatures }
    : base
  const rules = ownRules({
    ...own,
    ...(providerApi(asked) === 'chat' && filled),
    ...(providerApi(asked) === 'converse' && { ...rolesInTurn, ...sentAsTheyAre(asked) }),
    ...(isGenai(asked) && eachApart),
    ...(textsInResults.has(providerApi(asked)) && { resultMediaKinds: new Set<string>() }),
    ...(handedOn.has(providerApi(asked)) && { emptyLists: 'refused' }),
    ...providerRules(asked),
    ...(asked !== request && providerApi(asked) === 'chat' && mediaOfChat(asked)),
    ...emptyOfOpenAI(asked),
  })
  known.set(key, rules)
  return rules
}

/** The request with its provider named as one of OpenAI's two APIs; unchanged when it is unknown which. */
export function askedOf(request: RequestBody): RequestBody {
  const { api, provider } = request
  const isTold = (api === 'chat' || api === 'responses') && /^(?:azure|openai)$/.test(String(provider))
  return isTold ? { ...request, provider: `${String(provider)}.${api}` } : request
}

/** Rules for parts of results, which are sent unchanged. */
function mediaOfChat(request: RequestBody): Partial<Rules> {
  const { resultMediaKinds } = openAIChatRules(request)
  return { ...(resultMediaKinds && { resultMediaKinds }) }
}

/** Rules for an empty text, which is sent unchanged and which OpenAI accepts. */
function emptyOfOpenAI(request: RequestBody): Partial<Rules> {
  const rulesOf = { chat: openAIChatRules, responses: responsesRules }[String(providerApi(request))]
  return rulesOf ? { emptyContent: rulesOf(request).emptyContent } : {}
}

/** Whether @langchain/google-genai sends the messages: @langchain/google-vertexai reads other blocks, and joins consecutive messages. */
export function isGenai(request: RequestBody): boolean {
  return providerApi(request) === 'gemini' && String(request['provider']).endsWith('genai')
}

/** Whether content is read as blocks of the Messages API. */
export function isAnthropic({ provider }: RequestBody): boolean {
  return typeof provider === 'string' && /anthropic/i.test(provider)
}
