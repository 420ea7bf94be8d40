import { compatibleRules } from './anthropic-messages/dialects.ts'
import { converseRules } from './bedrock-converse/rules.ts'
import type { RequestBody } from './format.ts'
import { geminiRules } from './gemini/rules.ts'
import { dialectRows } from './openai-chat/dialects.ts'
import { openAIChatRules } from './openai-chat/rules.ts'
import { responsesRules } from './openai-responses/rules.ts'
import type { Rules } from './rules.ts'

/** Rules that hold for Claude behind any framework, because what they are about reaches the provider unchanged. */
const ofClaude: readonly (keyof Rules)[] = [
  'blankText',
  'callIds',
  'firstRoles',
  'media',
  'prefill',
  // A search that another provider ran is sent as one of Claude's.
  'serverCallIds',
  'serverResults',
  'signaturePattern',
  'thinking',
  'thinkingBound',
  'thinkingDemanded',
  'thinkingLeads',
  'thinkingOff',
  'toolNames',
  'toolsDemanded',
  'userDemanded',
]

/** The API that certainly stands behind a framework. */
export type ProviderApi = 'messages' | 'converse' | 'responses' | 'chat' | 'mistral' | 'gemini' | 'groq' | 'ollama'

interface ProviderRow {
  readonly api: ProviderApi
  /** The names that frameworks give it: `anthropic.messages`, `vertex.anthropic.messages`, `amazon_bedrock`. */
  readonly name: RegExp
  /** The provider's own models, when its name also stands for others; absent: any model. */
  readonly models?: RegExp | null
  rules(request: RequestBody): Rules
  readonly carried: readonly (keyof Rules)[]
}

const ofConverse: readonly (keyof Rules)[] = [
  'blankText',
  'callIds',
  'firstRoles',
  'resultMediaKinds',
  'textBesideDocuments',
  'toolNames',
  'userDemanded',
]
const ofChat: readonly (keyof Rules)[] = ['emptyLists', 'toolNames']
/** Not for the Responses API, which takes longer ids; some frameworks give both the same name. */
const ofChatAlone: readonly (keyof Rules)[] = ['callIds', 'emptyLists', 'toolNames']
/** Mistral's own package sends each message of the list as one message. */
const ofMistral: readonly (keyof Rules)[] = ['assistantAfterTool', 'callIds', 'toolNames']
/** LangChain's package derives its own ids from any id, and has no field for a prefill. */
const ofMistralInLangchain: readonly (keyof Rules)[] = [
  'assistantAfterTool',
  'emptyContent',
  'prefill',
  'secondResults',
  'toolNames',
]
const ofGemini: readonly (keyof Rules)[] = ['firstRoles', 'prefill', 'signaturePattern', 'toolInput', 'userDemanded']
const ofResponses: readonly (keyof Rules)[] = ['callIds', 'callIdScope', 'reasoningFollowed', 'toolNames']

/** Only what is certain for all models of a provider. Every compatible server calls itself "openai", so its model must be OpenAI's own. */
const providers: readonly ProviderRow[] = [
  { api: 'messages', name: /anthropic/i, rules: (request) => compatibleRules(whole(request)), carried: ofClaude },
  { api: 'converse', name: /bedrock/i, rules: converseRules, carried: ofConverse },
  { api: 'responses', name: /^(?:azure|openai)[\w-]*\.responses$/, rules: responsesRules, carried: ofResponses },
  {
    api: 'chat',
    name: /^azure[\w-]*\.chat$/,
    // The name of a deployment says nothing about its model.
    rules: (request) => openAIChatRules(request, { dialect: 'azure' }),
    carried: ofChatAlone,
  },
  {
    api: 'chat',
    name: /^openai\.chat$/,
    models: dialectRows.openai.models,
    rules: openAIChatRules,
    carried: ofChatAlone,
  },
  {
    api: 'mistral',
    name: /^mistral\.chat$/,
    rules: (request) => openAIChatRules(request, { dialect: 'mistral' }),
    carried: ofMistral,
  },
  {
    api: 'mistral',
    name: /^mistral$/,
    rules: (request) => openAIChatRules(request, { dialect: 'mistral' }),
    carried: ofMistralInLangchain,
  },
  {
    api: 'groq',
    name: /^groq$/,
    rules: (request) => openAIChatRules(request, { dialect: 'groq' }),
    carried: ['emptyContent'],
  },
  // Ollama's server accepts nearly everything; refusals are thrown by the client package.
  {
    api: 'ollama',
    name: /^ollama$/,
    rules: (request) => openAIChatRules(request, { dialect: 'ollama' }),
    carried: [],
  },
  {
    api: 'gemini',
    name: /^google(?:\.generative-ai|\.vertex\.chat|[_-]genai|[_-]vertexai)$/,
    models: /gemini/,
    rules: geminiRules,
    carried: ofGemini,
  },
  { api: 'chat', name: /^openai$/, models: dialectRows.openai.models, rules: openAIChatRules, carried: ofChat },
]

/**
 * The rules that the provider behind a framework adds to the framework's own; none for an unknown provider. In the request, `provider` is
 * the provider's name, `model` the model's, and `thinking` has the provider's own form.
 */
export function providerRules(request: RequestBody): Partial<Rules> {
  const row = rowOf(request)
  if (row === undefined) return {}
  const rules = row.rules(request)
  const { inDoubt } = rules
  return {
    ...carriedOf(rules, row),
    ...(inDoubt && { inDoubt: carriedOf(inDoubt, { carried: row.carried.filter((field) => field in inDoubt) }) }),
  }
}

function carriedOf(rules: Partial<Rules>, { carried }: Pick<ProviderRow, 'carried'>): Partial<Rules> {
  return Object.fromEntries(carried.map((field) => [field, rules[field]]))
}

/** The API of that provider; undefined where it is not certain. */
export function providerApi(request: RequestBody): ProviderApi | undefined {
  return rowOf(request)?.api
}

function rowOf({ model, provider }: RequestBody): ProviderRow | undefined {
  if (typeof provider !== 'string') return undefined
  return providers.find(({ models, name }) => name.test(provider) && models?.test(String(model)) !== false)
}

/** A system message that the framework does not lift is sent to the Messages API where it stands, and not every model takes it there. */
export function unliftedSystem(request: RequestBody): Pick<Rules, 'systemMessages'> {
  const isRefused = compatibleRules(request).systemMessages === 'lift'
  return { systemMessages: isRefused ? 'leading' : 'leading-or-before-assistant' }
}

/** A framework that tells the tools of a request tells all of them; the Messages API recognises a complete request by its `max_tokens`. */
function whole(request: RequestBody): RequestBody {
  return 'tools' in request ? { ...request, max_tokens: 1 } : request
}
