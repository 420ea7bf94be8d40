import type { Strategy } from '../lint/define-strategy.ts'
import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import { toolResultMissing, toolResultMissingElsewhere } from './tool-result-missing.ts'
import { resultOfLostCall, toolResultOrphan } from './tool-result-orphan.ts'
import { outputDuplicate, toolResultDuplicate } from './tool-result-duplicate.ts'
import { toolResultMiscounted, toolResultMisplaced } from './tool-result-misplaced.ts'
import { callIdRepeated, toolCallIdDuplicate } from './tool-call-id-duplicate.ts'
import { callIdExact, toolCallIdInvalid } from './tool-call-id-invalid.ts'
import { textInputInvalid, toolCallInputInvalid } from './tool-call-input-invalid.ts'
import { nameInvalid, toolCallNameInvalid } from './tool-call-name-invalid.ts'
import { toolCallsMalformed } from './tool-calls-malformed.ts'
import { resultMediaRefused, toolResultContentInvalid } from './tool-result-content-invalid.ts'
import { toolDefinitionsMissing, toolsUnknown } from './tool-definitions-missing.ts'
import { stepsInMessages, thinkingBlockOrder } from './thinking-block-order.ts'
import { thinkingBlockModified } from './thinking-block-modified.ts'
import { callSignatureInvalid, thinkingSignatureInvalid } from './thinking-signature-invalid.ts'
import { thinkingPrefixMismatch } from './thinking-prefix-mismatch.ts'
import { callSignatureMissing, thinkingSignatureMissing } from './thinking-signature-missing.ts'
import { thinkingBlockEmpty, thinkingItemEmpty } from './thinking-block-empty.ts'
import { thinkingDisabledViolation, thinkingPartRefused } from './thinking-disabled-violation.ts'
import { reasoningContentMissing } from './reasoning-content-missing.ts'
import { reasoningItemUnpaired } from './reasoning-item-unpaired.ts'
import { emptyContentMessage, emptyWhenSent } from './empty-content-message.ts'
import { blankText, blankWhenSent } from './blank-text.ts'
import { trailingWhitespace } from './trailing-whitespace.ts'
import { contentBlockInvalid } from './content-block-invalid.ts'
import { itemInvalid } from './extensions/item-invalid.ts'
import { keyUnknown } from './extensions/key-unknown.ts'
import { unknownField } from './unknown-field.ts'
import { invalidUnicode } from './invalid-unicode.ts'
import { documentInvalid, mediaInvalid } from './media-invalid.ts'
import { mediaLimitExceeded } from './media-limit-exceeded.ts'
import { mediaUnsupported, resultMediaMoved } from './media-unsupported.ts'
import { searchResultInvalid } from './search-result-invalid.ts'
import { cacheControlInvalid, cachePointInvalid } from './cache-control-invalid.ts'
import { roleAlternation, systemsInARow } from './role-alternation.ts'
import { roleOrder, userAfterTool } from './role-order.ts'
import { roleInvalid, roleUnlisted } from './role-invalid.ts'
import { prefillUnsupported, systemLast } from './prefill-unsupported.ts'
import { conversationEmpty } from './conversation-empty.ts'
import { compactionBlockInvalid, compactionTriggerInvalid } from './compaction-block-invalid.ts'
import { unspecifiedParts, unspecifiedStructural } from './unspecified-structural.ts'
import { ofKeptItems } from './extensions/of-kept-items.ts'
import { ofKeptParts } from './extensions/of-kept-parts.ts'

/** In the order of precedence: fixes of an earlier strategy win over those of a later one when both want the same block. */
const ofPairs = [
  toolResultMissing,
  toolResultOrphan,
  toolResultDuplicate,
  toolResultMisplaced,
  toolCallIdDuplicate,
  toolCallIdInvalid,
  toolCallInputInvalid,
  toolCallNameInvalid,
] as const
const ofThinking = [
  toolResultContentInvalid,
  toolDefinitionsMissing,
  thinkingBlockOrder,
  thinkingBlockModified,
  thinkingSignatureInvalid,
  thinkingPrefixMismatch,
  thinkingSignatureMissing,
  thinkingBlockEmpty,
  thinkingDisabledViolation,
] as const
const ofContent = [
  emptyContentMessage,
  blankText,
  trailingWhitespace,
  contentBlockInvalid,
  unknownField,
  invalidUnicode,
  mediaInvalid,
  mediaLimitExceeded,
  mediaUnsupported,
  searchResultInvalid,
  cacheControlInvalid,
  roleAlternation,
  roleOrder,
  roleInvalid,
  prefillUnsupported,
  conversationEmpty,
  compactionBlockInvalid,
  unspecifiedStructural,
] as const

/** The strategies for what can be wrong in any format. */
export const ofAnyFormat: readonly Strategy[] = [...ofPairs, ...ofThinking, ...ofContent]

/** Those that look for more, each in the place of the one of its type: results that are counted, signed calls, names, marks that are blocks. */
const more = [
  toolResultMissingElsewhere,
  resultOfLostCall,
  outputDuplicate,
  toolResultMiscounted,
  callIdRepeated,
  callIdExact,
  textInputInvalid,
  nameInvalid,
  toolsUnknown,
  stepsInMessages,
  callSignatureInvalid,
  callSignatureMissing,
  thinkingItemEmpty,
  emptyWhenSent,
  blankWhenSent,
  documentInvalid,
  cachePointInvalid,
  itemInvalid,
  keyUnknown,
  userAfterTool,
  compactionTriggerInvalid,
  thinkingPartRefused,
  roleUnlisted,
  resultMediaRefused,
  resultMediaMoved,
  systemLast,
  systemsInARow,
  unspecifiedParts,
] as const

function extended(list: readonly Strategy[]): readonly Strategy[] {
  return list.map((strategy) => more.find(({ type }) => type === strategy.type) ?? strategy)
}

/** The same for all formats but the plainest. */
export const inFull: readonly Strategy[] = /* @__PURE__ */ extended(ofAnyFormat)

/** Where calls have a list of their own, and reasoning is text beside the content, or an item. */
const ofLists = [toolCallsMalformed] as const
const ofReasoning = [reasoningContentMissing, reasoningItemUnpaired] as const

/** Those for formats of messages that have calls or reasoning beside their content. */
export const ofMessages: readonly Strategy[] = /* @__PURE__ */ merged()

function merged(): readonly Strategy[] {
  return extended([...ofPairs, ...ofLists, ...ofThinking, ...ofReasoning, ...ofContent])
}

/** A fault type without its strategy is a type error here. */
type Known = (
  | typeof ofPairs
  | typeof ofThinking
  | typeof ofContent
  | typeof ofLists
  | typeof ofReasoning
  | typeof ofKeptItems
)[number]['type']
type All = RecoveryErrorType extends Known ? readonly Strategy[] : never

/** All strategies, in the order of their precedence. A bundler may leave them out. */
export const strategies: readonly Strategy[] = /* @__PURE__ */ ofMessages
  .concat(ofKeptItems)
  .map((strategy) => ofKeptParts.find(({ type }) => type === strategy.type) ?? strategy) satisfies All
