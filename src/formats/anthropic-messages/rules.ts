import { RecentlyUsed } from '../../json/recently-used.ts'
import type { Role } from '../../transcript/role.ts'
import type { RequestBody } from '../format.ts'
import { claudeSignatures } from '../claude-signatures.ts'
import { openRules } from '../open-rules.ts'
import { ownRules } from '../own-rules.ts'
import type { Rules } from '../rules.ts'
import { fieldsOfType } from './block-mends.ts'
import { modelTraits } from './models.ts'
import { continuedThread } from './continued-thread.ts'

/** What holds for every model: the documentation, and the recorded probes of provider-errors.md §4. */
const base: Rules = {
  ...openRules,
  fieldsOfType,
  // Turns of one role in a row are joined by the API.
  alternation: 'free',
  firstRoles: ['user'],
  // A system message in the list must stand before an assistant message or end the list; of a run, the API reports the last.
  systemMessages: 'before-assistant',
  roleNames: new Set(['user', 'assistant', 'system']),
  prefill: true,
  userDemanded: true,
  // Results may spread over several messages of that turn, in any order, but no text may stand before or between them.
  results: 'next-turn',
  resultsLead: true,
  callIds: { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: Infinity, replacement: '_' },
  // Frameworks write calls of an MCP server as calls of the provider's own tools.
  serverCallIds: { pattern: /^(?:srvtoolu|mcptoolu)_[a-zA-Z0-9_]+$/, maxLength: Infinity, replacement: '_' },
  callIdScope: 'turn',
  // `RequestToolUseBlock` of the published schema: the character set and the limit of 128 hold for `tools`, names in the history may be
  // anything of up to 200.
  toolNames: { pattern: /[^]/, maxLength: 200, replacement: '_' },
  toolInput: 'object',
  // A signature is bound to model and account: a switch of either, or of a relay's account, invalidates all of them.
  signatures: 'required',
  signaturePattern: claudeSignatures,
  thinkingOff: { thinking: { type: 'disabled' } },
  // Measured: a placeholder in `encrypted_content` is refused. Sealed content is never empty, words, or in brackets.
  sealedPattern: /^[^\s[\]{}<>…]+$/,
  blankText: 'refused',
  // "final assistant content cannot end with trailing whitespace": at the end of the list only.
  trailingWhitespace: 'refused',
  // "The final block in an assistant message cannot be `thinking`": of the last message only.
  thinkingAtEnd: 'refused',
  // An assistant message may be empty anywhere, a user message only when a neighbour of its role has content.
  emptyContent: {
    user: 'beside-content',
    assistant: 'allowed',
    system: 'refused',
    tool: 'refused',
    unknown: 'refused',
  },
  // Measured: a list that ends in an empty assistant message gets an answer.
  silentEnd: 'ignored',
  absentContent: 'refused',
  // "Extra inputs are not permitted": what an SDK or a store adds (id, metadata) kills the session.
  messageFields: new Set(['role', 'content']),
  // "A maximum of 4 blocks with cache_control may be provided", those of `system` and `tools` among them.
  cacheMarks: { field: 'cache_control', max: 4 },
  // Nothing may stand before the summary: it replaces it.
  compaction: 'first',
  // `Base64PDFSource`: office documents are not accepted.
  mediaTypesRefused: /^application\/(?:msword|rtf|vnd\.)/,
  // 10 MB of base64: "image exceeds 10 MB maximum: 11324160 bytes > 10485760 bytes". Where the limit is still 5 MB, an error tells.
  // With more than 20 images each may measure 2000 pixels a side, else 8000: one screenshot too many ends a session that worked.
  media: { maxCount: 100, maxBytes: 7.5 * 1024 * 1024, maxPixels: 8000, manyCount: 20, manyPixels: 2000 },
} satisfies Rules & { emptyContent: Record<Role, string> }

/** Fields of a system message in the list (`BetaSystemMessageParam` of the SDK): effort, and how long the message holds. */
const systemFields: NonNullable<Rules['messageFieldsOf']> = {
  system: new Set(['role', 'content', 'output_config', 'clear_at']),
}

/** Asks the API to drop thinking that no longer verifies, instead of refusing the request (provider-errors.md §7). */
const dropStaleThinking: Rules['dropStaleThinking'] = {
  field: 'thinking',
  defaults: { type: 'adaptive' },
  setting: { block_binding: { prefix_mismatch_behavior: 'drop_block' } },
  betas: ['thinking-binding-controls-2026-08-01'],
}

/**
 * A request that continues a thread holds only what is new: results of calls that the server has, instructions, or nothing, which resumes
 * an unfinished turn (`lib/internal/threads/ThreadState.ts` of the SDK). Tools and system are those of the thread's first request.
 */
const continued = {
  firstRoles: ['user', 'assistant', 'system'],
  userDemanded: false,
  toolsDemanded: false,
  historyElsewhere: true,
  listOptional: true,
} satisfies Partial<Rules>

const known = new RecentlyUsed<Rules>(64)

/** The rules of the Messages API for one request: model and thinking mode decide. */
export function anthropicRules(request: RequestBody): Rules {
  const mode = thinkingType(request)
  // Every complete request has `max_tokens`: a body without it is partial, and may lack the tools that will be sent.
  const isWhole = 'max_tokens' in request
  const isContinued = continuedThread(request) !== undefined
  const key = `${String(request['model'])}|${mode}|${isWhole}|${isContinued}`
  const cached = known.get(key)
  if (cached) return cached
  const traits = modelTraits(request['model'])
  const thinking = mode ?? traits.thinkingDefault
  const rules: Rules = {
    ...base,
    prefill: traits.prefill && thinking === 'disabled',
    systemMessages: traits.systemMessages ? 'before-assistant' : 'lift',
    ...(traits.systemMessages && { messageFieldsOf: systemFields }),
    media: { ...base.media, maxCount: traits.maxImages },
    toolsDemanded: isWhole,
    // "Previous assistant turns don't need to start with thinking blocks" (adaptive thinking): thinking may stand behind a search.
    thinkingLeads: thinking !== 'adaptive',
    // "Expected `thinking` or `redacted_thinking`, but found `tool_use`": enforced since January 2026.
    thinkingDemanded: thinking === 'enabled',
    thinking: mode === 'disabled' ? 'refused-in-final-turn' : 'allowed',
    thinkingBound: traits.thinkingBound,
    dropStaleThinking: thinking === 'disabled' ? null : dropStaleThinking,
    ...(isContinued && continued),
  }
  known.set(key, rules)
  ownRules(rules)
  return rules
}

/** The thinking mode that a request sets. */
export function thinkingType(request: RequestBody): string | undefined {
  const thinking = request['thinking']
  if (typeof thinking !== 'object' || thinking === null || !('type' in thinking)) return undefined
  return typeof thinking.type === 'string' ? thinking.type : undefined
}
