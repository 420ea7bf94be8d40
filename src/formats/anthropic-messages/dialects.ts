import { RecentlyUsed } from '../../json/recently-used.ts'
import { definedNames } from '../defined-names.ts'
import type { RequestBody, Target } from '../format.ts'
import { ownRules } from '../own-rules.ts'
import type { Rules, TokenRule } from '../rules.ts'
import { hostOf, type Vendor, vendors } from '../vendors.ts'
import { anthropicRules, thinkingType } from './rules.ts'

/** One vendor that speaks this API on servers of its own: how it is told, and what differs from all of {@link others}. */
interface MessagesRow extends Vendor {
  readonly rules?: Partial<Rules>
  /** Models of which each message with calls must bring its thinking back once they are asked to think; {@link Vendor.thinks} without that. */
  readonly thinksAsked?: RegExp
}

/** No system message in the list: "Input should be 'user' or 'assistant'", "chat content has invalid message role: system". */
const twoRoles: Partial<Rules> = { systemMessages: 'lift' }

const anyToken: TokenRule = { pattern: /[^]/, maxLength: Infinity, replacement: '_' }

/** An instruction without a word is none, wherever it would have to go. */
const mayBeEmpty: Rules['emptyContent'] = {
  user: 'allowed',
  assistant: 'allowed',
  system: 'refused',
  tool: 'allowed',
  unknown: 'allowed',
}

const spoken: Partial<Rules> = {
  emptyContent: { ...mayBeEmpty, user: 'refused', assistant: 'refused', unknown: 'refused' },
}

/** DeepSeek before Qwen: its distilled models carry both names. */
const rows: Readonly<Record<string, MessagesRow>> = {
  moonshot: {
    hosts: vendors.moonshot.hosts,
    models: vendors.moonshot.models,
    rules: {
      ...spoken,
      // "Invalid request: text content is empty" (github.com/LLM-Red-Team/kimi-cc/issues/23)
      blankText: 'refused',
      // Its own names for calls: `functions.Bash:0`.
      callIds: { pattern: /^\S+$/, maxLength: Infinity, replacement: '_' },
      // "function name is invalid, must start with a letter and can contain letters, numbers, underscores, and dashes"
      // (github.com/MoonshotAI/kimi-cli/issues/1773)
      toolNames: definedNames,
      // "the message at position 5 with role 'assistant' must not be empty"
      thinkingAlone: false,
    },
    // "thinking is enabled but reasoning_content is missing in assistant tool call message at index 2"
    // (github.com/NousResearch/hermes-agent/issues/17057)
    thinksAsked: /^/,
  },
  // "The `content[].thinking` in the thinking mode must be passed back to the API." (github.com/decolua/9router/issues/2397)
  deepseek: {
    ...vendors.deepseek,
    thinksAsked: vendors.deepseek.thinks!,
    rules: {
      // "content or tool_calls must be set", "Duplicate value for 'tool_call_id'": its chat is behind it.
      emptyContent: { ...mayBeEmpty, assistant: 'refused' },
      secondResults: 'refused',
    },
  },
  // "[1213] 未正常接收到prompt参数"; of fields it told "message[3].content[2] has invalid field(s)".
  zhipu: { ...vendors.zhipu, rules: { ...twoRoles, ...spoken, blockFields: 'known' } },
  minimax: {
    ...vendors.minimax,
    rules: {
      ...twoRoles,
      ...spoken,
      // "tool call id is invalid", "tool call and result not match"
      callIds: { ...anyToken, pattern: /^[\w-]+$/ },
      secondResults: 'refused',
    },
  },
  qwen: vendors.qwen,
  mimo: { hosts: /(?:^|\.)xiaomimimo\.com$/, models: /\bmimo\b/ },
  longcat: { hosts: /(?:^|\.)longcat\.chat$/, models: /longcat/ },
}

/**
 * No other vendor verifies a seal of Claude's: DeepSeek signs with the id of the message, Kimi and GLM with nothing at all, and just that
 * thinking has to come back (github.com/NousResearch/hermes-agent/pull/17510, pull/21048, pull/67391). A call is answered right behind its
 * own message, for most of them make a chat of the list.
 */
const others: Partial<Rules> = {
  signatures: 'ignored',
  signaturePattern: /^/,
  thinkingLeads: false,
  thinkingDemanded: false,
  toolsDemanded: false,
  answersWhole: true,
  resultsMayWait: true,
}

/** What Anthropic's validator asks and no other is known to ask: a conversation that they answer stays as it is, and an error tells of the rest. */
const unasked: Partial<Rules> = {
  firstRoles: ['user', 'assistant'],
  prefill: true,
  callIds: anyToken,
  toolNames: anyToken,
  secondResults: 'taken',
  blankText: 'allowed',
  emptyContent: mayBeEmpty,
  trailingWhitespace: 'allowed',
  messageFields: null,
  blockFields: 'ignored',
  cacheMarks: { field: 'cache_control', max: Infinity },
  compaction: 'anywhere',
  media: {
    maxCount: Infinity,
    maxBytes: Infinity,
    maxPixels: Infinity,
    manyCount: Infinity,
    manyPixels: Infinity,
  },
}

/** The same as Anthropic asks it, but for what the vendor is known to ask: an error without a reason may mean any of it. */
function inDoubt(rules: Rules, own: Partial<Rules> = {}): Partial<Rules> {
  const names = Object.keys(unasked) as (keyof Rules)[]
  return Object.fromEntries(names.flatMap((name) => (name in own ? [] : [[name, rules[name]]])))
}

const known = new RecentlyUsed<Rules>(64)

/** The rules of the Messages API for one request, where another vendor than Anthropic may answer it: its name or its host tells. */
export function compatibleRules(request: RequestBody, target: Target = {}): Rules {
  const rules = anthropicRules(request)
  const model = String(request['model']).toLowerCase()
  const name = vendorOf(model, target)
  if (name === undefined) return rules
  const row = rows[name]!
  const mode = thinkingType(request)
  const isWhole = 'max_tokens' in request
  const key = `${name}|${model}|${mode}|${isWhole}|${rules.historyElsewhere}`
  const cached = known.get(key)
  if (cached) return cached
  // A part of a request tells no more of the mode than of the tools.
  const thinkers = mode === undefined ? isWhole && row.thinks : mode !== 'disabled' && row.thinksAsked
  const reasoning = thinkers && thinkers.test(model) && { reasoningText: 'required' as const }
  const made = ownRules({
    ...rules,
    ...others,
    ...unasked,
    ...row.rules,
    ...reasoning,
    inDoubt: inDoubt(rules, row.rules),
  })
  known.set(key, made)
  return made
}

/** A vendor by name, by the model, else by the host: its own servers take the names of Claude's models for their own. */
function vendorOf(model: string, { baseURL, dialect }: Target): string | undefined {
  const names = Object.keys(rows)
  const byModel = (text: string): string | undefined => names.find((name) => rows[name]!.models.test(text))
  if (dialect !== undefined) return Object.hasOwn(rows, dialect) ? dialect : byModel(dialect)
  const isClaude = model.includes('claude')
  const host = hostOf(baseURL)
  return (isClaude ? undefined : byModel(model)) ?? names.find((name) => rows[name]!.hosts.test(host))
}
