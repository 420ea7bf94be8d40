import type { Rules } from '../rules.ts'
import { knownKinds } from './read-langchain-message.ts'

const anyId = { pattern: /^[^]+$/, maxLength: Infinity, replacement: '_' }

/**
 * What every chat model behind LangChain demands: each call answered by tool messages right behind its message
 * (INVALID_TOOL_RESULTS; LangGraph's INVALID_CHAT_HISTORY is laxer), content, known types. The providers demand more, and
 * say so in their errors.
 */
export const langchainRules: Rules = {
  alternation: 'free',
  firstRoles: ['user', 'assistant'],
  systemMessages: 'anywhere',
  roleNames: knownKinds,
  prefill: true,
  assistantAfterTool: false,
  userDemanded: false,
  results: 'own-messages',
  resultsLead: false,
  resultsInOneMessage: false,
  callIds: anyId,
  serverCallIds: anyId,
  callIdsOptional: false,
  callIdScope: 'turn',
  toolNames: anyId,
  toolInput: 'object',
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
  absentContent: 'beside-calls',
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
