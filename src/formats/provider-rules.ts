import { compatibleRules } from './anthropic-messages/dialects.ts'
import { converseRules } from './bedrock-converse/rules.ts'
import type { RequestBody } from './format.ts'
import { geminiRules } from './gemini/rules.ts'
import { dialectRows } from './openai-chat/dialects.ts'
import { openAIChatRules } from './openai-chat/rules.ts'
import { responsesRules } from './openai-responses/rules.ts'
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

/** The API that is certain to stand behind a framework. */
export type ProviderApi = 'messages' | 'converse' | 'responses' | 'chat' | 'mistral' | 'gemini' | 'groq' | 'ollama'

interface ProviderRow {
  readonly api: ProviderApi
  /** The names that frameworks give it: `anthropic.messages`, `vertex.anthropic.messages`, `amazon_bedrock`. */
  readonly name: RegExp
  /** Its own models, where others are reached under its name; absent: any. */
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
/** The Responses API takes longer ids than this one, and some frameworks give both one name. */
const ofChatAlone: readonly (keyof Rules)[] = ['callIds', 'emptyLists', 'toolNames']
/** How its own package sends a list whose messages it neither joins nor parts. */
const ofMistral: readonly (keyof Rules)[] = ['assistantAfterTool', 'callIds', 'toolNames']
/** LangChain's package makes ids of its own out of any, and has no field for a prefill. */
const ofMistralInLangchain: readonly (keyof Rules)[] = [
  'assistantAfterTool',
  'emptyContent',
  'prefill',
  'secondResults',
  'toolNames',
]
const ofGemini: readonly (keyof Rules)[] = ['firstRoles', 'prefill', 'signaturePattern', 'toolInput', 'userDemanded']
const ofResponses: readonly (keyof Rules)[] = ['callIds', 'callIdScope', 'reasoningFollowed', 'toolNames']

/** Only what is certain for all models of a provider. Every compatible server goes by the name "openai": its own models tell. */
const providers: readonly ProviderRow[] = [
  { api: 'messages', name: /anthropic/i, rules: (request) => compatibleRules(whole(request)), carried: ofClaude },
  { api: 'converse', name: /bedrock/i, rules: converseRules, carried: ofConverse },
  { api: 'responses', name: /^(?:azure|openai)[\w-]*\.responses$/, rules: responsesRules, carried: ofResponses },
  {
    api: 'chat',
    name: /^azure[\w-]*\.chat$/,
    // A deployment has a name of its own, which tells nothing of the model.
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
  // Its server reads nearly all: what is refused its package throws at.
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
 * What the provider behind a framework adds to the framework's own rules; nothing for one that is not known. Of the request,
 * `provider` names it, `model` the model, and `thinking` is in the provider's own form.
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

/** What a framework does not lift goes to the Messages API where it stands: not every model takes it. */
export function unliftedSystem(request: RequestBody): Pick<Rules, 'systemMessages'> {
  const isRefused = compatibleRules(request).systemMessages === 'lift'
  return { systemMessages: isRefused ? 'leading' : 'leading-or-before-assistant' }
}

/** A framework that tells the tools of a call tells all of them: the Messages API knows a whole request by its `max_tokens`. */
function whole(request: RequestBody): RequestBody {
  return 'tools' in request ? { ...request, max_tokens: 1 } : request
}
