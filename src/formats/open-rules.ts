import type { Rules } from './rules.ts'

/**
 * The rules of a provider that demands nothing. A format spreads them and states only its differences, so that each row of its table is a
 * demand with a source. A doubtful rule takes its open value here: repairing what would have been accepted is worse than one more refusal,
 * and the refusal teaches the rule.
 */
export const openRules: Pick<
  Rules,
  | 'assistantAfterTool'
  | 'resultsLead'
  | 'resultsInOneMessage'
  | 'callIdsOptional'
  | 'maxCallsPerMessage'
  | 'toolsDemanded'
  | 'thinking'
  | 'thinkingLeads'
  | 'thinkingDemanded'
  | 'signatures'
  | 'signatureBypass'
  | 'signedThinkingMayBeEmpty'
  | 'thinkingBound'
  | 'reasoningText'
  | 'thinkingOff'
  | 'dropStaleThinking'
  | 'thinkingStale'
  | 'trailingWhitespace'
  | 'refusedFields'
  | 'cacheMarks'
  | 'compaction'
  | 'mediaKinds'
  | 'mediaTypes'
  | 'itemIds'
  | 'foreignKinds'
> = {
  assistantAfterTool: false,
  resultsLead: false,
  resultsInOneMessage: false,
  callIdsOptional: false,
  maxCallsPerMessage: Infinity,
  toolsDemanded: false,
  thinking: 'allowed',
  thinkingLeads: false,
  thinkingDemanded: false,
  signatures: 'ignored',
  signatureBypass: undefined,
  // Omitted thinking is returned as a signature with empty text, and has to be sent back like that.
  signedThinkingMayBeEmpty: true,
  thinkingBound: false,
  reasoningText: 'optional',
  thinkingOff: null,
  dropStaleThinking: null,
  thinkingStale: false,
  trailingWhitespace: 'allowed',
  refusedFields: new Set(),
  cacheMarks: { field: null, max: 0 },
  compaction: 'anywhere',
  // Whether a model reads images depends on the model, not on the format; its error tells.
  mediaKinds: null,
  mediaTypes: new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
  itemIds: 'free',
  foreignKinds: new Set(),
}
