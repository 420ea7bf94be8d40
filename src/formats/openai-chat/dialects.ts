import { definedNames } from '../defined-names.ts'
import type { ListTarget, RequestBody, Target } from '../format.ts'
import type { Rules, TokenRule } from '../rules.ts'
import { hostOf, vendors } from '../vendors.ts'

/** The vendors and servers whose Chat Completions differ. */
export const chatDialects = [
  'openai',
  'azure',
  'deepseek',
  'moonshot',
  'groq',
  'cerebras',
  'mistral',
  'xai',
  'qwen',
  'zhipu',
  'minimax',
  'ollama',
  'llama.cpp',
  'vllm',
  'github-copilot',
  'openrouter',
  'google',
] as const

export type ChatDialect = (typeof chatDialects)[number]

/** One dialect: how it is recognised, and where it differs from OpenAI. */
export interface DialectRow {
  /** Hosts of its API; null when it has no host of its own. */
  readonly hosts: RegExp | null
  /** Names of its models, with or without the vendor in front. */
  readonly models: RegExp | null
  readonly rules: Partial<Rules>
  /** Further demands of its own servers, which relays with the same models lack, or even contradict. */
  readonly atHome?: Partial<Rules>
  /** Models that think unless the request disables it, and whose reasoning must then be sent back. */
  readonly thinks?: RegExp
  /** Those of them that refuse empty reasoning as missing. */
  readonly fills?: RegExp
  /** Models whose calls are signed: the first call of every step in the running turn. */
  readonly signs?: RegExp
  /** A relay: the demands of the model's vendor hold as well. */
  readonly relays?: true
  /** Renders messages with the model's template, so {@link templateRules} hold as well. `own`: with its own version of the template. */
  readonly templates?: 'published' | 'own'
}

/** The known fields of a message: openai 7.55, and those that vendors add: reasoning, prefill, cache marks, media. */
export const knownFields: ReadonlySet<string> = new Set([
  'role',
  'content',
  'name',
  'tool_calls',
  'tool_call_id',
  'function_call',
  'refusal',
  'audio',
  'annotations',
  'reasoning_content',
  'reasoning',
  'reasoning_details',
  'reasoning_text',
  'thinking',
  'prefix',
  'partial',
  'cache_control',
  'images',
  'phase',
])

const fourRoles: Partial<Rules> = { roleNames: new Set(['system', 'user', 'assistant', 'tool']) }

const spoken: Rules['emptyContent'] = {
  user: 'refused',
  assistant: 'refused',
  system: 'refused',
  tool: 'allowed',
  unknown: 'refused',
}

/** Checks of OpenAI's own validator, for any model; no other server is known to make them. */
const openAIChecks: Partial<Rules> = {
  // "string too long ... maximum length 40": other providers' ids are longer, so switching the model breaks a session.
  callIds: { pattern: /./s, maxLength: 40, replacement: '_' },
  repeatedIds: 'refused',
  // "Duplicate value for 'tool_call_id' of 'call_1', in messages[7] and messages[8]" (github.com/agno-agi/agno/issues/5116)
  secondResults: 'refused',
  toolNames: definedNames,
  // `tool_calls: []` and null are refused, absence is not; some SDKs write them into every answer.
  callList: 'strict',
  // "Invalid 'messages[1].content': empty array."
  emptyLists: 'refused',
  // "Invalid type for 'messages[1].name': expected a string, but got null instead."
  refusedNull: 'name',
}

/** Refusals of OpenAI itself, and of Azure with it. */
const openAIOwn: Partial<Rules> = {
  ...openAIChecks,
  // "Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL."
  resultMediaKinds: new Set(),
  // "Invalid value: 'thinking'. Supported values are: 'text', 'image_url', 'input_audio', 'refusal'..."
  thinkingParts: 'refused',
}

/** Vendors that parse the arguments of the history, according to the corpus; others teach it by their error. */
const jsonArguments: Partial<Rules> = { toolInput: 'json-object-text' }

export const anyToken: TokenRule = { pattern: /[^]/, maxLength: Infinity, replacement: '_' }

/** provider-errors.md §1: templates refuse a second system message, and most of them two turns of one role. */
const local: Partial<Rules> = {
  ...fourRoles,
  ...jsonArguments,
  // vLLM, llama.cpp and Ollama do not check ids and names of the history; a template that does tells by its error.
  callIds: anyToken,
  alternation: 'required',
  systemMessages: 'leading',
  firstRoles: ['user'],
  userDemanded: true,
  // llama.cpp and vLLM demand that content is present, even if empty; Mistral's own templates do not (below).
  emptyContent: { ...spoken, user: 'allowed', assistant: 'allowed', system: 'allowed' },
}

/** github.com/Kilo-Org/kilocode/issues/10375, github.com/janhq/jan/issues/8136: foreign reasoning is refused. */
const ownReasoning: Partial<Rules> = {
  reasoningText: 'refused',
  refusedFields: new Set(['reasoning_content', 'reasoning_details', 'reasoning_text']),
}

const deepseekRow: DialectRow = {
  ...vendors.deepseek,
  rules: {
    ...fourRoles,
    // "content or tool_calls must be set"; "invalid type: sequence" (github.com/BerriAI/litellm/issues/9905)
    emptyContent: { ...spoken, user: 'allowed', system: 'allowed' },
    // "Duplicate value for 'tool_call_id'" (github.com/NousResearch/hermes-agent/pull/58350)
    repeatedIds: 'refused',
    secondResults: 'refused',
    // "Invalid 'messages[6].tool_calls': empty array" (github.com/NousResearch/hermes-agent/issues/84365)
    callList: 'filled',
    prefillField: 'prefix',
    reasoningForm: 'text',
  },
  // "messages[2]: unknown variant `thinking`, expected `text`" (github.com/OpenCoworkAI/open-cowork/issues/231)
  atHome: { thinkingParts: 'refused' },
}

/** All dialects; the first with a matching host wins, else the first with a matching model. */
export const dialectRows: Readonly<Record<ChatDialect, DialectRow>> = {
  openai: { hosts: /(?:^|\.)openai\.com$/, models: /(?:^(?:ft:)?|\/)(?:gpt-(?!oss)|chatgpt|o\d)/, rules: openAIOwn },
  azure: {
    hosts: /\.(?:openai\.azure|services\.ai\.azure|cognitiveservices\.azure)\.com$/,
    models: null,
    rules: openAIOwn,
  },
  deepseek: deepseekRow,
  moonshot: {
    ...vendors.moonshot,
    // `""` is refused as missing, any other text is accepted: github.com/theopenco/llmgateway/pull/2093, earendil-works/pi/pull/4178.
    fills: /kimi-(?:k2\.[5-9]|k[3-9]|for-coding)/,
    // "tool call id write:4 is duplicated" (github.com/openclaw/openclaw/pull/51155)
    rules: {
      ...fourRoles,
      emptyContent: spoken,
      repeatedIds: 'refused',
      prefillField: 'partial',
      reasoningForm: 'text',
    },
    // "function name is invalid", without a place, of definitions and of calls (github.com/MoonshotAI/kimi-cli/issues/1773)
    atHome: { toolNames: definedNames },
  },
  groq: {
    hosts: /(?:^|\.)groq\.com$/,
    models: null,
    // "property 'timestamp' is unsupported", in any role: github.com/ServiceStack/llms/issues/17, odysseus-dev/odysseus/issues/200 (`metadata`),
    // run-llama/llama_index/issues/14701 (`status`), chatboxai/chatbox/issues/2083 (`id`).
    rules: { ...fourRoles, ...ownReasoning, messageFields: knownFields, media: imagesUpTo(5) },
  },
  cerebras: { hosts: /(?:^|\.)cerebras\.ai$/, models: null, rules: { ...fourRoles, ...ownReasoning } },
  // mistral-common, protocol/instruct/validator.py; extra fields: github.com/BerriAI/litellm/issues/30835
  mistral: {
    hosts: /(?:^|\.)mistral\.ai$/,
    models: /(?:mi[sx]tral|ministral|magistral|codestral|devstral|pixtral|voxtral)/,
    rules: {
      ...fourRoles,
      callIds: { pattern: /^[a-zA-Z0-9]{9}$/, maxLength: 9, replacement: '', exactLength: 9 },
      callTypeOptional: true,
      // `FunctionCall.arguments` of mistral-common: an object is serialised, null means no arguments.
      toolInput: 'text-or-object',
      toolNames: definedNames,
      // "Not the same number of function calls and responses"
      secondResults: 'refused',
      thinkingParts: 'taken',
      assistantAfterTool: true,
      systemMessages: 'after-user',
      prefill: false,
      prefillField: 'prefix',
      emptyContent: { ...spoken, user: 'allowed', system: 'allowed' },
      // "loc": ["body", "messages", 2, "assistant", "tool_calls", 0, "name"] (github.com/zeroclaw-labs/zeroclaw/issues/3572)
      callFields: {
        own: new Set(['id', 'type', 'function', 'custom', 'index']),
        inner: new Set(['name', 'arguments', 'input']),
      },
      messageFieldsOf: {
        user: new Set(['role', 'content']),
        system: new Set(['role', 'content']),
        assistant: new Set(['role', 'content', 'tool_calls', 'prefix']),
        tool: new Set(['role', 'content', 'tool_call_id', 'name']),
      },
    },
  },
  // "Each message must have at least one content element": github.com/charmbracelet/crush/issues/964
  xai: {
    hosts: /(?:^|\.)x\.ai$/,
    models: /(?:^|\/)grok/,
    rules: { roleNames: new Set(['system', 'developer', 'user', 'assistant', 'tool']), emptyContent: spoken },
  },
  qwen: {
    ...vendors.qwen,
    rules: {
      ...jsonArguments,
      roleNames: new Set(['system', 'user', 'assistant', 'tool', 'function']),
      emptyContent: { ...spoken, user: 'allowed', system: 'allowed' },
    },
  },
  zhipu: {
    ...vendors.zhipu,
    rules: {
      ...fourRoles,
      emptyContent: spoken,
      callIdScope: 'transcript',
      repeatedIds: 'refused',
      userDemanded: true,
    },
  },
  // "invalid chat setting": more than one system message (github.com/MiniMax-AI/MiniMax-M2/issues/51, openclaw/openclaw/issues/19386).
  minimax: {
    ...vendors.minimax,
    // "invalid function arguments json string", "duplicate tool_call id" (github.com/VicBilibily/GCMP/pull/120)
    rules: {
      ...fourRoles,
      ...jsonArguments,
      emptyContent: spoken,
      repeatedIds: 'refused',
      // "tool call and result not match"
      secondResults: 'refused',
      alternation: 'of-systems',
      systemMessages: 'leading',
    },
  },
  // Ollama does not check the type of a call; llama.cpp does: "Missing tool call type".
  ollama: {
    hosts: /(?:^|\.)ollama\.com$/,
    models: null,
    templates: 'own',
    // "invalid message format"
    rules: { ...local, callTypeOptional: true, thinkingParts: 'refused' },
  },
  // Recognised by the port alone, on which other servers listen as often: one that reads thinking must not lose it without need.
  'llama.cpp': { hosts: null, models: null, templates: 'published', rules: local },
  vllm: { hosts: null, models: null, templates: 'published', rules: local },
  'github-copilot': {
    hosts: /(?:^|\.)githubcopilot\.com$/,
    models: null,
    relays: true,
    rules: openAIChecks,
  },
  openrouter: { hosts: /(?:^|\.)openrouter\.ai$/, models: null, relays: true, rules: { signaturesBeside: true } },
  // "Function call is missing a thought_signature", without a place: github.com/securo-finance/securo/issues/884, CherryHQ/cherry-studio/issues/12729.
  google: {
    hosts: /^generativelanguage\.googleapis\.com$/,
    models: null,
    relays: true,
    rules: {},
    signs: /gemini-(?:[3-9]|\d\d)/,
  },
}

/** The rules of a model's vendor that a relay passes on; it maps roles and drops fields itself. */
export const relayedRules: readonly (keyof Rules)[] = [
  'assistantAfterTool',
  'callIds',
  'callList',
  'emptyLists',
  'prefill',
  'prefillField',
  'reasoningForm',
  'reasoningText',
  'repeatedIds',
  'secondResults',
  'toolInput',
  'toolNames',
]

/** Rules of APIs of another form behind a relay. */
export const relayedForms: readonly (readonly [models: RegExp, rules: Partial<Rules>])[] = [
  // "`tool_use` ids must be unique", "each tool_use must have a single result". Arguments are an object there, so a relay has to parse
  // them.
  [/claude/, { ...jsonArguments, repeatedIds: 'refused', secondResults: 'refused' }],
  // Google's own compatible API is among these: its calls are signed, and a bypass is documented for calls of other models.
  [/gemini/, { ...jsonArguments, signatureBypass: 'skip_thought_signature_validator' }],
]

/** A template that renders messages in any order. */
const anyOrder: Partial<Rules> = { alternation: 'free', firstRoles: ['user', 'assistant'] }

/** The demands of the published templates of known model families; the first match holds. */
export const templateRules: readonly (readonly [models: RegExp, rules: Partial<Rules>])[] = [
  // "Assistant message must have either content or tool_calls".
  [
    /mi[sx]tral|ministral|devstral|magistral|codestral/,
    { assistantAfterTool: true, emptyContent: { ...spoken, user: 'allowed', system: 'allowed' } },
  ],
  [/gemma|llama-?2/, { assistantAfterTool: true }],
  [
    /gpt-oss/,
    { ...anyOrder, roleNames: new Set(['system', 'developer', 'user', 'assistant', 'tool']), userDemanded: false },
  ],
  // The templates of DeepSeek, Phi and Llama, and Qwen's up to 3, render a system message anywhere; Qwen's since 3.5 refuse it.
  // Before Qwen's row: DeepSeek's distilled Qwen models use DeepSeek's template.
  [/deepseek-?[rv]\d|phi-?4|llama-?3(?!\d)/, { ...anyOrder, systemMessages: 'anywhere', userDemanded: false }],
  [/qwen-?(?:2\.5|2|3)(?![.\d]|-?(?:vl|omni))/, { ...anyOrder, systemMessages: 'anywhere' }],
  [/qwq/, anyOrder],
  // "System message must be at the beginning": a second one is refused as well (github.com/BerriAI/litellm/issues/26879).
  [/qwen/, { ...anyOrder, alternation: 'of-systems' }],
]

/**
 * "This model only supports single tool-calls at once!": Meta's template of Llama 3.1 to 3.3, and vLLM's of 3.1. Derived models have
 * templates of their own, and so has Ollama.
 */
export const singleCalls: readonly [models: RegExp, rules: Partial<Rules>] = [
  /(?:^|\/)(?:meta-)?llama-?3\.[1-3](?:-\d+b)?(?:-vision)?(?:-instruct|:|$)/,
  { maxCallsPerMessage: 1 },
]

function imagesUpTo(maxCount: number): Rules['media'] {
  return { maxCount, maxBytes: 20 * 1024 * 1024, maxPixels: Infinity, manyCount: Infinity, manyPixels: Infinity }
}

/** Models that nobody serves locally: at a local address a relay (LiteLLM) answers for them, which knows their API. */
const isHosted = /(?:^|[/.])(?:gpt-(?!oss)|chatgpt|o\d|claude|gemini|grok)/

const localHosts = /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1\]|0\.0\.0\.0)|\.local$/

/** Default ports of local servers. */
const localServers: Readonly<Record<string, ChatDialect>> = { '11434': 'ollama', '8080': 'llama.cpp' }

/** The dialect of an API by its address, else by the model; OpenAI when neither is given, undefined when neither is known. */
export function guessDialect(model: string, baseURL: string | undefined): ChatDialect | undefined {
  const host = hostOf(baseURL)
  const byHost = host && chatDialects.find((name) => dialectRows[name].hosts?.test(host))
  if (byHost) return byHost
  if (localHosts.test(host) && !isHosted.test(model.toLowerCase()))
    return localServers[new URL(baseURL!).port] ?? 'vllm'
  return vendorOf(model) ?? (model === '' && baseURL === undefined ? 'openai' : undefined)
}

/** The vendor of a model by its name. DeepSeek before Qwen: DeepSeek's distilled models carry both names. */
export function vendorOf(model: string): ChatDialect | undefined {
  return chatDialects.find((name) => dialectRows[name].models?.test(model.toLowerCase()))
}

/** Whether the dialect's own servers are asked; a dialect named without an address counts as its own. */
export function isAtHome(dialect: ChatDialect, { baseURL, dialect: named }: Target): boolean {
  if (baseURL === undefined) return named !== undefined
  return dialectRows[dialect].hosts?.test(hostOf(baseURL)) === true
}

/**
 * Whether the model will think, as far as the request tells. A stored list may come with the model's name alone, which does not tell the
 * mode.
 */
export function isThinking(row: DialectRow, model: string, request: RequestBody, { purpose }: ListTarget): boolean {
  if (row.thinks === undefined) return false
  const mode = request['thinking']
  const type = typeof mode === 'object' && mode !== null && 'type' in mode ? mode.type : undefined
  if (type === 'disabled' || request['enable_thinking'] === false || request['reasoning_effort'] === 'none')
    return false
  if (type === 'enabled' || request['enable_thinking'] === true) return true
  const isWhole = purpose === undefined || purpose === 'request' || 'tools' in request
  return isWhole && row.thinks.test(model.toLowerCase())
}
