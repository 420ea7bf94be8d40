import type { Rules } from './rules.ts'

/**
 * What holds where a provider demands nothing of its own. A format spreads it and tells only what differs, so that each row of
 * its table is a demand with a source. Where a rule is in doubt, the open form stands here: a repair of what would have been
 * accepted is worse than one more refusal, and the refusal teaches the rule.
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
  // Omitted thinking comes as a signature over an empty text, and that is how it has to go back.
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
  // Whether a model sees pictures is a trait of the model, not of the format: its error tells.
  mediaKinds: null,
  mediaTypes: new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
  itemIds: 'free',
  foreignKinds: new Set(),
}
