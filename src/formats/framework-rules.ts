import type { Rules } from './rules.ts'

const anyId = { pattern: /^[^]+$/, maxLength: Infinity, replacement: '_' }

/**
 * What the message types of a framework leave open: its providers demand more, and say so in their errors. A framework adds
 * what it demands itself.
 */
export const frameworkRules: Omit<Rules, 'absentContent' | 'results' | 'roleNames' | 'toolInput'> = {
  alternation: 'free',
  firstRoles: ['user', 'assistant'],
  systemMessages: 'anywhere',
  prefill: true,
  assistantAfterTool: false,
  userDemanded: false,
  resultsLead: false,
  resultsInOneMessage: false,
  callIds: anyId,
  serverCallIds: anyId,
  callIdsOptional: false,
  callIdScope: 'turn',
  toolNames: anyId,
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
  messageFields: null,
  refusedFields: new Set(),
  cacheMarks: { field: null, max: Infinity },
  compaction: 'anywhere',
  mediaKinds: null,
  mediaTypes: new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
  media: { maxCount: Infinity, maxBytes: Infinity, maxPixels: Infinity, manyCount: Infinity, manyPixels: Infinity },
  itemIds: 'free',
  foreignKinds: new Set(),
}
