import { isRecord, type JsonRecord } from '../shared/records.ts'

/** Vendors and servers that the judge can play. */
export const chatVendors = [
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

/** A vendor of Chat Completions, each with its own validator. */
export type ChatVendor = (typeof chatVendors)[number]

/** What one vendor refuses, stated independently of the linter. Sources: the recorded corpus, vendor references, validators. */
export type Law = {
  model: string
  roles: readonly string[]
  /** Roles whose content may not be `''` unless the message calls tools. */
  silent: readonly string[]
  /** `content: []` is refused for every role. */
  emptyList: boolean
  /** `tool_calls` may not be `[]`. */
  emptyCalls: boolean
  /** `tool_calls` may not be null. */
  nullCalls: boolean
  /** A call must have a type. */
  callType: boolean
  idPattern: RegExp
  /** Names in the history must be legal names of definitions. */
  checkedNames: boolean
  jsonArguments: boolean
  /** Arguments may also be an object or null: the server serialises them. */
  objectArguments: boolean
  /** Ids must be unique in their message. */
  idsOnce: boolean
  /** Ids must be unique in the whole conversation. */
  uniqueIds: boolean
  /** A call may have one result only. */
  oneResult: boolean
  /** Every legal field of a message, by role; null: others are ignored. */
  fields: Readonly<Record<string, readonly string[]>> | null
  /** Every legal field of a call; null: others are ignored. */
  callFields: readonly string[] | null
  /** Fields that are refused by name. */
  refused: readonly string[]
  /** mistral-common's table of which role may follow which. */
  followers: Readonly<Record<string, readonly string[]>> | null
  /** Legal roles of the last message, and the field that makes an assistant message a legal prefill. */
  last: readonly string[] | null
  prefill: string
  /** Chat templates: one system message in front, then user and assistant in turn. */
  template: 'none' | 'alternating' | 'strict'
  /** One system message, in front. */
  oneSystem: boolean
  userDemanded: boolean
  /** Whether reasoning must be sent back on messages that call tools. */
  reasoning: (body: JsonRecord) => boolean
  /** Empty reasoning counts as missing. */
  reasoningFilled: boolean
  /** The first call of every step of the running turn must be signed, in Google's extra field. */
  signed: boolean
  imagesInTool: boolean
  maxImages: number
}

const four = ['system', 'user', 'assistant', 'tool']

const openai: Law = {
  model: 'gpt-5.2',
  roles: ['system', 'developer', 'user', 'assistant', 'tool', 'function'],
  silent: [],
  emptyList: true,
  emptyCalls: true,
  nullCalls: true,
  callType: true,
  idPattern: /^.{1,40}$/s,
  checkedNames: true,
  jsonArguments: false,
  objectArguments: false,
  idsOnce: true,
  uniqueIds: false,
  oneResult: true,
  fields: null,
  callFields: null,
  refused: [],
  followers: null,
  last: null,
  prefill: '',
  template: 'none',
  oneSystem: false,
  userDemanded: false,
  reasoning: () => false,
  reasoningFilled: false,
  signed: false,
  imagesInTool: false,
  maxImages: 500,
}

const thinking = (body: JsonRecord, byDefault: boolean): boolean => {
  const mode = isRecord(body['thinking']) ? body['thinking']['type'] : undefined
  return mode === undefined ? byDefault : mode === 'enabled'
}

/** Only OpenAI and Azure limit the length of an id, and Copilot in front of their models. */
const anyId = /^.+$/s
/** Checks that only some vendors are known to make have rows of their own. */
const compatible: Law = {
  ...openai,
  roles: four,
  idPattern: anyId,
  imagesInTool: true,
  emptyList: false,
  emptyCalls: false,
  nullCalls: false,
  checkedNames: false,
  idsOnce: false,
  oneResult: false,
}
const wordy = ['system', 'user', 'assistant']
const server: Law = {
  ...compatible,
  model: 'default',
  jsonArguments: true,
  template: 'alternating',
  userDemanded: true,
}
const closed: Law = {
  ...compatible,
  refused: ['reasoning_content', 'reasoning_details', 'reasoning_text'],
}

export const laws: Readonly<Record<ChatVendor, Law>> = {
  openai,
  azure: openai,
  deepseek: {
    ...compatible,
    model: 'deepseek-v4',
    silent: ['assistant'],
    // github.com/NousResearch/hermes-agent/pull/58350, /issues/84365
    emptyCalls: true,
    idsOnce: true,
    oneResult: true,
    prefill: 'prefix',
    reasoning: (body) => thinking(body, body['model'] !== 'deepseek-chat'),
  },
  moonshot: {
    ...compatible,
    model: 'kimi-k2.5',
    silent: wordy,
    // github.com/MoonshotAI/kimi-cli/issues/1773
    checkedNames: true,
    // github.com/openclaw/openclaw/pull/51155
    idsOnce: true,
    prefill: 'partial',
    reasoning: (body) => thinking(body, body['model'] !== 'kimi-k2'),
    // github.com/theopenco/llmgateway/pull/2093
    reasoningFilled: true,
  },
  groq: {
    ...closed,
    model: 'llama-3.3-70b-versatile',
    maxImages: 5,
    // Each of these was reported; the vendor refuses any field that the API does not define, in any role.
    refused: [...closed.refused, 'id', 'metadata', 'status', 'timestamp'],
  },
  cerebras: { ...closed, model: 'zai-glm-4.7' },
  mistral: {
    ...compatible,
    model: 'mistral-large-latest',
    silent: ['assistant'],
    // mistral-common, protocol/instruct/validator.py: names, and as many results as calls
    checkedNames: true,
    oneResult: true,
    callType: false,
    objectArguments: true,
    idPattern: /^[a-zA-Z0-9]{9}$/,
    // github.com/zeroclaw-labs/zeroclaw/issues/3572
    callFields: ['id', 'type', 'function', 'custom', 'index'],
    fields: {
      system: ['role', 'content'],
      user: ['role', 'content'],
      assistant: ['role', 'content', 'tool_calls', 'prefix'],
      tool: ['role', 'content', 'tool_call_id', 'name'],
    },
    followers: {
      system: ['user', 'assistant', 'system'],
      user: ['assistant', 'system', 'user'],
      assistant: ['assistant', 'user', 'tool'],
      tool: ['assistant', 'tool'],
    },
    last: ['user', 'tool', 'system'],
    prefill: 'prefix',
  },
  xai: { ...compatible, model: 'grok-4', roles: [...four, 'developer'], silent: wordy },
  qwen: { ...compatible, model: 'qwen3-max', jsonArguments: true, roles: [...four, 'function'], silent: ['assistant'] },
  zhipu: { ...compatible, model: 'glm-5', silent: wordy, idsOnce: true, uniqueIds: true, userDemanded: true },
  // github.com/MiniMax-AI/MiniMax-M2/issues/51
  minimax: {
    ...compatible,
    model: 'MiniMax-M2.5',
    silent: wordy,
    // github.com/VicBilibily/GCMP/pull/120, github.com/earendil-works/pi/issues/5468
    idsOnce: true,
    oneResult: true,
    jsonArguments: true,
    oneSystem: true,
  },
  // The template of Llama 3 renders any order; which template a llama.cpp has loaded is unknown.
  ollama: { ...server, model: 'llama-3.3-70b-instruct', template: 'none', callType: false, userDemanded: false },
  'llama.cpp': server,
  vllm: { ...server, model: 'mistralai/Mistral-Small-3.2-24B-Instruct', silent: ['assistant'], template: 'strict' },
  'github-copilot': { ...openai, model: 'claude-sonnet-5', jsonArguments: true, imagesInTool: true },
  openrouter: { ...openai, model: 'openai/gpt-5.2', imagesInTool: true },
  // ai.google.dev/gemini-api/docs/openai, thought-signatures; github.com/securo-finance/securo/issues/884, 0xsline/OpenChatCut/issues/6
  google: { ...compatible, model: 'gemini-3-pro-preview', roles: openai.roles, jsonArguments: true, signed: true },
}
