import { LRUCache } from 'lru-cache'
import type { Role } from '../../transcript/role.ts'
import type { RequestBody } from '../format.ts'
import type { Rules } from '../rules.ts'
import { modelTraits } from './models.ts'

/** What holds for every model: the documentation, and the recorded probes of provider-errors.md §4. */
const base: Rules = {
  alternation: 'free',
  firstRoles: ['user'],
  systemMessages: 'before-assistant',
  roleNames: new Set(['user', 'assistant', 'system']),
  prefill: true,
  assistantAfterTool: false,
  userDemanded: true,
  results: 'next-turn',
  resultsLead: true,
  resultsInOneMessage: false,
  callIds: { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 256, replacement: '_' },
  serverCallIds: { pattern: /^(?:srvtoolu|mcptoolu)_[a-zA-Z0-9_]+$/, maxLength: 256, replacement: '_' },
  callIdsOptional: false,
  callIdScope: 'turn',
  toolNames: { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 200, replacement: '_' },
  toolInput: 'object',
  maxCallsPerMessage: Infinity,
  toolsDemanded: false,
  thinking: 'allowed',
  thinkingLeads: true,
  thinkingDemanded: false,
  signatures: 'required',
  signatureBypass: undefined,
  signedThinkingMayBeEmpty: true,
  thinkingBound: false,
  reasoningText: 'optional',
  thinkingOff: { thinking: { type: 'disabled' } },
  dropStaleThinking: null,
  thinkingStale: false,
  blankText: 'refused',
  trailingWhitespace: 'refused',
  emptyContent: {
    user: 'beside-content',
    assistant: 'allowed',
    system: 'refused',
    tool: 'refused',
    unknown: 'refused',
  },
  absentContent: 'refused',
  messageFields: new Set(['role', 'content']),
  refusedFields: new Set(),
  cacheMarks: { field: 'cache_control', max: 4 },
  compaction: 'first',
  mediaKinds: null,
  mediaTypes: new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
  media: { maxCount: 100, maxBytes: 5 * 1024 * 1024, maxPixels: 8000, manyCount: 20, manyPixels: 2000 },
  itemIds: 'free',
  foreignKinds: new Set(),
} satisfies Rules & { emptyContent: Record<Role, string> }

/** Asks the API to drop thinking that no longer verifies, instead of refusing the request (provider-errors.md §7). */
const dropStaleThinking: Rules['dropStaleThinking'] = {
  field: 'thinking',
  defaults: { type: 'adaptive' },
  setting: { block_binding: { prefix_mismatch_behavior: 'drop_block' } },
  betas: ['thinking-binding-controls-2026-08-01'],
}

const known = new LRUCache<string, Rules>({ max: 64 })
const own = new WeakSet<Rules>()

/** The rules of the Messages API for one request: model and thinking mode decide. */
export function anthropicRules(request: RequestBody): Rules {
  const mode = thinkingType(request)
  // Every request has `max_tokens`: a body without it is only a part, and tells nothing of the tools that go with it.
  const isWhole = 'max_tokens' in request
  const key = `${String(request['model'])}|${mode}|${isWhole}`
  const cached = known.get(key)
  if (cached) return cached
  const traits = modelTraits(request['model'])
  const thinking = mode ?? traits.thinkingDefault
  const rules: Rules = {
    ...base,
    prefill: traits.prefill && thinking === 'disabled',
    systemMessages: traits.systemMessages ? 'before-assistant' : 'lift',
    toolsDemanded: isWhole,
    thinkingDemanded: thinking === 'enabled',
    thinking: mode === 'disabled' ? 'refused-in-final-turn' : 'allowed',
    thinkingBound: traits.thinkingBound,
    dropStaleThinking: thinking === 'disabled' ? null : dropStaleThinking,
  }
  known.set(key, rules)
  own.add(rules)
  return rules
}

/** Whether these are the rules of the documentation, with nothing that a caller or an error has changed. */
export function isOwnRules(rules: Rules): boolean {
  return own.has(rules)
}

function thinkingType(request: RequestBody): string | undefined {
  const thinking = request['thinking']
  if (typeof thinking !== 'object' || thinking === null || !('type' in thinking)) return undefined
  return typeof thinking.type === 'string' ? thinking.type : undefined
}
