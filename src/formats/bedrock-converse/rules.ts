import { listOf } from '../../json/list-of.ts'
import { RecentlyUsed } from '../../json/recently-used.ts'
import { isRecord } from '../../json/is-record.ts'
import { modelTraits } from '../anthropic-messages/models.ts'
import { claudeSignatures } from '../claude-signatures.ts'
import type { RequestBody } from '../format.ts'
import { openRules } from '../open-rules.ts'
import { ownRules } from '../own-rules.ts'
import type { Rules, TokenRule } from '../rules.ts'

/** Source: the constraints of `ToolUseBlock` in the API reference of Converse. */
const token: TokenRule = { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 64, replacement: '_' }

/** Since 2026 ids may hold dots and colons (`functions.read:0`), but not for Claude. */
const idToken: TokenRule = { ...token, pattern: /^[a-zA-Z0-9_.:-]+$/ }

/** What holds for every model. Sources: the API reference, and the wordings that `provider-errors.md` records. */
const base: Rules = {
  ...openRules,
  // "A conversation must alternate between user and assistant roles": Converse itself joins no turns, whatever the model accepts.
  alternation: 'required',
  firstRoles: ['user'],
  systemMessages: 'lift',
  // The API takes `system` for changes of the tools alone (`isDirective`); texts are lifted.
  roleNames: new Set(['user', 'assistant', 'system']),
  prefill: true,
  userDemanded: true,
  results: 'next-turn',
  callIds: idToken,
  serverCallIds: idToken,
  callIdScope: 'turn',
  toolNames: token,
  toolInput: 'object',
  // "The text field in the ContentBlock object ... is blank"
  blankText: 'refused',
  emptyContent: { user: 'refused', assistant: 'refused', system: 'refused', tool: 'refused', unknown: 'refused' },
  absentContent: 'refused',
  // The SDK drops unknown fields, and the protocol ignores them (`@aws-sdk/client-bedrock-runtime` 3.1162 writes none).
  messageFields: null,
  // "Alphanumeric characters, whitespace (no more than one in a row), hyphens, parentheses, square brackets": of white space it means
  // the plain one, underscores it takes as well (asked of live ones: github.com/aws-samples/generative-ai-use-cases/issues/1671,
  // github.com/vercel/ai/pull/20366).
  documentNames: {
    pattern: /^(?!.* {2})[\w()[\] -]+$/,
    maxLength: 200,
    replacement: '-',
  },
  // "A text block must be included when using documents", and the reference of `Message`.
  textBesideDocuments: true,
  // "You can define up to 4 cache checkpoints": the guide to prompt caching, of each model that has them.
  cacheMarks: { field: null, max: 4 },
  marksBeside: { key: 'cachePoint', lists: [['toolConfig', 'tools'], ['system']] },
  media: { maxCount: 20, maxBytes: 3.75 * 1024 * 1024, maxPixels: 8000, manyCount: Infinity, manyPixels: Infinity },
}

/** Models that cannot read reasoning, by their ids; others are assumed to read it until an error tells otherwise. */
const withoutReasoning =
  /claude-(?:v2|instant|3-(?:haiku|sonnet|opus)|3-5)|nova-(?:micro|lite|pro|premier)-v1|\bllama|meta\.|mistral|mixtral|pixtral|titan|command|jamba|deepseek\.r1/

/**
 * Models that Converse puts into a prompt template of their own: "Conversation blocks and tool result blocks cannot be provided in
 * the same turn", and "requires the last turn in the conversation to be a user message" (github.com/i-am-bee/beeai-framework/issues/753).
 */
const templated = /\bllama|meta\.|mistral\.|mixtral|pixtral/

/** "Conversation blocks and tool use blocks cannot be provided in the same turn." */
const callsAlone = /mistral\.|mixtral|pixtral/

/**
 * "This model doesn't support tool use": models without tools in Converse's table of supported features; histories of other models may be
 * continued on them (github.com/langchain-ai/langchain-aws/issues/447, github.com/zendev-sh/goai/pull/12).
 */
const withoutTools =
  /deepseek\.r1|titan|claude-(?:v2|instant)|llama2|llama3-(?:8|70)b|mistral-7b|mixtral|jamba-instruct|command-(?:light-)?text/

/**
 * Models without a prompt cache, which refuse cache points; others are assumed to have one. Seen with these
 * (github.com/BerriAI/litellm/pull/39210, github.com/zeroclaw-labs/zeroclaw/pull/7315, github.com/pensarai/apex/pull/943).
 */
const withoutCache =
  /claude-(?:v2|instant|3-(?:haiku|sonnet|opus)|3-5-sonnet-20240620)|\bllama|meta\.|mistral|mixtral|pixtral|qwen|deepseek|nemotron|titan|command|jamba/

/**
 * Models that take cache points in `system` and in messages, and none among the tools: "#/toolConfig/tools/18: extraneous key
 * [cachePoint] is not permitted" (github.com/NousResearch/hermes-agent/issues/97281, github.com/danny-avila/LibreChat/issues/13838).
 */
const withoutToolCache = /\bnova-/

/**
 * Models that read images in results; others refuse them with "doesn't support the image field for user messages", even if users may send
 * images (asked of live ones: github.com/anomalyco/opencode/issues/49443). Templated models that read no images at all match as well: this
 * rule is not about them.
 */
const withResultImages = /claude|nova|\bllama|meta\.|mistral-|mixtral/

/**
 * Models whose results may carry no status: "This model doesn't support the status field"
 * (github.com/strands-agents/harness-sdk/issues/393, 554). The reference allows it for Nova and Claude only, but others accept it
 * (github.com/langchain-ai/langchain-aws/pull/146): their error tells.
 */
const withoutStatus = /writer\.|palmyra/

/**
 * A prompt of Prompt management stands in place of a model, brings tools of its own (the request may define none), and puts messages before
 * those of the request: docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html.
 */
const ofPrompt = /^arn:[^/]*:prompt\//
const behindPrompt = {
  listOptional: true,
  firstRoles: ['user', 'assistant'],
  userDemanded: false,
  toolsDemanded: false,
} satisfies Partial<Rules>

const known = new RecentlyUsed<Rules>(64)

/** The rules of Converse for one request: content that the model cannot read is refused; Claude keeps the rules of its own API. */
export function converseRules(request: RequestBody): Rules {
  const model = String(request['modelId'] ?? request['model'] ?? '').toLowerCase()
  // Without any request its tools are unknown.
  const toolsDemanded = Object.keys(request).length > 0
  if (request['additionalModelRequestFields'] !== undefined) return compose(request, model, toolsDemanded)
  const key = `${model}|${toolsDemanded}`
  const cached = known.get(key)
  if (cached) return cached
  const rules = compose(request, model, toolsDemanded)
  known.set(key, rules)
  return rules
}

function compose(request: RequestBody, model: string, toolsDemanded: boolean): Rules {
  // The model may stand only in the path of the request, or be hidden in an ARN; `thinking` fields are sent to Claude alone.
  const isHidden = model === '' || model.startsWith('arn:')
  const isClaude = model.includes('claude') || (isHidden && thinkingAsked(request) !== undefined)
  const rules: Rules = {
    ...base,
    toolsDemanded: toolsDemanded && !withoutTools.test(model),
    ...(withoutTools.test(model) && { toolsTaken: false }),
    prefill: !templated.test(model),
    resultsAlone: templated.test(model),
    callsAlone: callsAlone.test(model),
    ...(withoutCache.test(model) && { marksRefused: true }),
    ...(!isHidden && !withResultImages.test(model) && { resultMediaKinds: new Set(['document', 'video', 'audio']) }),
    ...(withoutStatus.test(model) && { resultStatus: 'refused' }),
    ...(withoutToolCache.test(model) && { marksRefusedBeside: 'toolConfig' }),
    thinking: withoutReasoning.test(model) ? 'refused' : 'allowed',
    ...(ofPrompt.test(model) && behindPrompt),
  }
  return ownRules(isClaude ? { ...rules, ...claudeRules(request, model, rules) } : rules)
}

/** Fields of Claude's own API, which identify it even when the id of an inference profile hides the model. */
function extraFields({ additionalModelRequestFields }: RequestBody): Record<string, unknown> {
  return isRecord(additionalModelRequestFields) ? additionalModelRequestFields : {}
}

function thinkingAsked(request: RequestBody): Record<string, unknown> | undefined {
  const { reasoning_config, thinking } = extraFields(request)
  // `reasoning_config` is the field's name before Claude 4.
  const asked = thinking ?? reasoning_config
  return isRecord(asked) ? asked : undefined
}

function claudeRules(request: RequestBody, model: string, { thinking }: Rules): Partial<Rules> {
  const traits = modelTraits(model)
  const extra = extraFields(request)
  // The older field would still enable thinking.
  const { reasoning_config: _older, ...others } = extra
  const asked = thinkingAsked(request) ?? {}
  const mode = asked['type'] ?? traits.thinkingDefault
  return {
    prefill: traits.prefill && mode === 'disabled',
    callIds: token,
    serverCallIds: token,
    resultsLead: true,
    trailingWhitespace: 'refused',
    thinkingAtEnd: 'refused',
    // "all content must be type `text` if `is_error` is true"
    errorMedia: 'refused',
    // Converse passes Claude a PDF unchanged and other documents as text: a cache point behind such a document loses its type (asked of a
    // live one: github.com/strands-agents/harness-sdk/issues/1966, pull/2001).
    unmarkedMedia: /^application\/(?!pdf$)/,
    // "Previous assistant turns don't need to start with thinking blocks" (adaptive thinking).
    thinkingLeads: thinking === 'allowed' && mode !== 'adaptive',
    thinkingAlone: traits.prefill,
    thinkingDemanded: mode === 'enabled',
    thinkingBound: traits.thinkingBound,
    signatures: thinking === 'allowed' ? 'required' : 'ignored',
    signaturePattern: claudeSignatures,
    thinkingOff: { additionalModelRequestFields: { ...others, thinking: { type: 'disabled' } } },
    media: { maxCount: 600, maxBytes: 5 * 1024 * 1024, maxPixels: 8000, manyCount: 20, manyPixels: 2000 },
    dropStaleThinking: mode === 'disabled' ? null : dropStaleThinking(extra, asked),
  }
}

const bindingBeta = 'thinking-binding-controls-2026-08-01'

/** Fields of Claude's own API, the beta header included, are sent in `additionalModelRequestFields`. */
function dropStaleThinking(
  extra: Record<string, unknown>,
  asked: Record<string, unknown>,
): NonNullable<Rules['dropStaleThinking']> {
  const betas = listOf(extra['anthropic_beta'])
  return {
    field: 'additionalModelRequestFields',
    defaults: {},
    setting: {
      thinking: { type: 'adaptive', ...asked, block_binding: { prefix_mismatch_behavior: 'drop_block' } },
      anthropic_beta: betas.includes(bindingBeta) ? betas : [...betas, bindingBeta],
    },
    betas: [],
  }
}
