import { LRUCache } from 'lru-cache'
import type { RequestBody } from '../format.ts'
import type { Rules } from '../rules.ts'

const anyId = { pattern: /^[^]+$/, maxLength: Infinity, replacement: '_' }

/** What the `ai` package itself demands; each provider's package demands more, and says so in its error. */
const base: Rules = {
  alternation: 'free',
  firstRoles: ['user', 'assistant'],
  systemMessages: 'anywhere',
  roleNames: new Set(['system', 'user', 'assistant', 'tool']),
  prefill: true,
  assistantAfterTool: false,
  userDemanded: false,
  results: 'next-turn',
  serverResults: 'optional',
  resultsLookAlike: true,
  resultsLead: false,
  resultsInOneMessage: false,
  callIds: anyId,
  serverCallIds: anyId,
  callIdsOptional: false,
  callIdScope: 'turn',
  toolNames: anyId,
  toolInput: 'object-or-text',
  maxCallsPerMessage: Infinity,
  toolsDemanded: false,
  thinking: 'allowed',
  thinkingLeads: false,
  thinkingDemanded: false,
  signatures: 'ignored',
  signatureBypass: undefined,
  signedThinkingMayBeEmpty: true,
  thinkingBound: false,
  reasoningText: 'optional',
  thinkingOff: null,
  dropStaleThinking: null,
  thinkingStale: false,
  blankText: 'allowed',
  trailingWhitespace: 'allowed',
  emptyContent: { user: 'refused', assistant: 'refused', system: 'refused', tool: 'allowed', unknown: 'refused' },
  absentContent: 'refused',
  messageFields: null,
  refusedFields: new Set(),
  cacheMarks: { field: null, max: Infinity },
  compaction: 'anywhere',
  mediaKinds: null,
  mediaTypes: new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
  media: { maxCount: Infinity, maxBytes: Infinity, maxPixels: Infinity, manyCount: Infinity, manyPixels: Infinity },
  itemIds: 'free',
  foreignKinds: new Set(),
  exempt: new Set(),
}

const modelRules: Rules = { ...base, resultRole: 'tool' }

/** UI messages keep a call and its result in one part; an assistant message may be empty (it has been aborted). */
const uiRules: Rules = {
  ...base,
  roleNames: new Set(['system', 'user', 'assistant']),
  results: 'same-block',
  emptyContent: { ...base.emptyContent, assistant: 'allowed' },
}

/** What a provider adds, by the name that its package gives the model (`anthropic.messages`). Only what is certain for all its models. */
const providers: readonly (readonly [name: RegExp, rules: Partial<Rules>])[] = [
  [
    /anthropic/i,
    {
      firstRoles: ['user'],
      blankText: 'refused',
      trailingWhitespace: 'refused',
      callIds: { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 256, replacement: '_' },
      toolNames: { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 200, replacement: '_' },
    },
  ],
  [/bedrock/i, { blankText: 'refused' }],
]

const known = new LRUCache<string, Rules>({ max: 64 })

/**
 * Rules of ModelMessages. Of the request, `provider` (name of the provider) and `allowSystemInMessages: false` (as
 * `generateText` has it by default) make a difference.
 */
export function aiSdkModelRules(request: RequestBody): Rules {
  return rulesFor('model', modelRules, request)
}

export function aiSdkUiRules(request: RequestBody): Rules {
  return rulesFor('ui', uiRules, request)
}

function rulesFor(kind: string, base: Rules, request: RequestBody): Rules {
  const provider = typeof request['provider'] === 'string' ? request['provider'] : ''
  const lift = request['allowSystemInMessages'] === false
  if (provider === '' && !lift) return base
  const key = `${kind}|${provider}|${lift}`
  const cached = known.get(key)
  if (cached) return cached
  const rules: Rules = {
    ...base,
    ...providers.find(([name]) => name.test(provider))?.[1],
    ...(lift && { systemMessages: 'lift' }),
  }
  known.set(key, rules)
  return rules
}
