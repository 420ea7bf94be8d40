import { RecentlyUsed } from '../../json/recently-used.ts'
import type { RequestBody, Target } from '../format.ts'
import { ownRules } from '../own-rules.ts'
import type { Rules } from '../rules.ts'
import { anthropicRules, thinkingType } from './rules.ts'

/** Instructions stand beside the list: "Input should be 'user' or 'assistant'", "chat content has invalid message role: system". */
const beside: Partial<Rules> = { systemMessages: 'lift' }

/**
 * The vendors that speak this API on servers of their own: their names, those of their models and hosts, and when each message with
 * calls must bring its thinking back: for a mode and a model in one text.
 */
const rows: readonly (readonly [names: RegExp, rules: Partial<Rules>, thinks?: RegExp])[] = [
  [
    /kimi|moonshot/i,
    {
      // Its own names for calls: `functions.Bash:0`.
      callIds: { pattern: /[^]/, maxLength: Infinity, replacement: '_' },
      // "function name is invalid, must start with a letter and can contain letters, numbers, underscores, and dashes"
      // (github.com/MoonshotAI/kimi-cli/issues/1773)
      toolNames: { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 64, replacement: '_' },
      // "the message at position 5 with role 'assistant' must not be empty"
      thinkingAlone: false,
    },
    // "thinking is enabled but reasoning_content is missing in assistant tool call message at index 2"
    // (github.com/NousResearch/hermes-agent/issues/17057)
    /^(?:en|ad)/,
  ],
  // "The `content[].thinking` in the thinking mode must be passed back to the API." (github.com/decolua/9router/issues/2397)
  [/deepseek/i, {}, /^(?!dis).*deepseek-(?:reasoner|v[4-9]|flash|pro)/i],
  [/\b(?:glm-|z\.ai)|bigmodel|zhipu/i, beside],
  [/minimax/i, beside],
  [/mimo|qwen|longcat/i, {}],
]

/**
 * No other vendor verifies a seal of Claude's: DeepSeek signs with the id of the message, Kimi and GLM with nothing at all, and just that
 * thinking has to come back (github.com/NousResearch/hermes-agent/pull/17510, pull/21048, pull/67391). A call is answered right behind its
 * own message, for most of them make a chat of the list. Of the rest an error tells.
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

const known = new RecentlyUsed<Rules>(64)

/** The rules of the Messages API for one request, where another vendor than Anthropic may answer it: its name or its host tells. */
export function compatibleRules(request: RequestBody, { baseURL, dialect }: Target = {}): Rules {
  const rules = anthropicRules(request)
  const model = String(request['model'])
  const who = dialect ?? `${baseURL} ${model}`
  const row = rows.findIndex(([names]) => names.test(who))
  if (row < 0) return rules
  const [, own, thinks] = rows[row]!
  const mode = thinkingType(request)
  const key = `${row}|${model}|${mode}|${'max_tokens' in request}|${rules.historyElsewhere}`
  const cached = known.get(key)
  if (cached) return cached
  const isThinking = thinks?.test(`${mode} ${model}`) === true
  const made = { ...rules, ...others, ...own, ...(isThinking && { reasoningText: 'required' as const }) }
  known.set(key, ownRules(made))
  return made
}
