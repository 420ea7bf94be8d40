import { RecentlyUsed } from '../../json/recently-used.ts'
import { definedNames } from '../defined-names.ts'
import type { RequestBody, Target } from '../format.ts'
import { ownRules } from '../own-rules.ts'
import type { Rules, TokenRule } from '../rules.ts'
import { hostOf, type Vendor, vendors } from '../vendors.ts'
import { anthropicRules, thinkingType } from './rules.ts'

/** A vendor that serves this API itself: how to recognise it, and how it differs from {@link others}. */
interface MessagesRow extends Vendor {
  readonly rules?: Partial<Rules>
  /**
   * Models that demand the thinking of each message with calls when the request enables thinking; {@link Vendor.thinks}: when it sets no
   * mode.
   */
  readonly thinksAsked?: RegExp
}

/** No system message in the list: "Input should be 'user' or 'assistant'", "chat content has invalid message role: system". */
const twoRoles: Partial<Rules> = { systemMessages: 'lift' }

const anyToken: TokenRule = { pattern: /[^]/, maxLength: Infinity, replacement: '_' }

/** Empty content is legal except in a system message, which then instructs nothing. */
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
      // "content or tool_calls must be set", "Duplicate value for 'tool_call_id'": rules of its Chat Completions, which stand behind this
      // API.
      emptyContent: { ...mayBeEmpty, assistant: 'refused' },
      secondResults: 'refused',
    },
  },
  // "[1213] 未正常接收到prompt参数"; for unknown fields "message[3].content[2] has invalid field(s)".
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
 * No other vendor verifies Claude's signatures: DeepSeek signs with the message id, Kimi and GLM leave signatures empty, and they only want
 * thinking sent back (github.com/NousResearch/hermes-agent/pull/17510, pull/21048, pull/67391). A call must be answered right behind its
 * own message, because most vendors convert the list to Chat Completions.
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

/** Demands of Anthropic's validator that no other vendor is known to share: they are dropped, and an error has to teach them. */
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

/** Anthropic's own values of these rules, unless the vendor is known to have its own: an error without a reason may mean any of them. */
function inDoubt(rules: Rules, own: Partial<Rules> = {}): Partial<Rules> {
  const names = Object.keys(unasked) as (keyof Rules)[]
  return Object.fromEntries(names.flatMap((name) => (name in own ? [] : [[name, rules[name]]])))
}

const known = new RecentlyUsed<Rules>(64)

/** The rules of the Messages API for one request, whose model or host may belong to another vendor than Anthropic. */
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
  // A partial request (without `max_tokens`) says nothing about its thinking mode.
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

/** A vendor by its name, else by the model, else by the host: its own servers accept the names of Claude's models as aliases. */
function vendorOf(model: string, { baseURL, dialect }: Target): string | undefined {
  const names = Object.keys(rows)
  const byModel = (text: string): string | undefined => names.find((name) => rows[name]!.models.test(text))
  if (dialect !== undefined) return Object.hasOwn(rows, dialect) ? dialect : byModel(dialect)
  const isClaude = model.includes('claude')
  const host = hostOf(baseURL)
  return (isClaude ? undefined : byModel(model)) ?? names.find((name) => rows[name]!.hosts.test(host))
}
