import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { blankTextMeta } from './blank-text.ts'
import { cacheControlInvalidMeta } from './cache-control-invalid.ts'
import { compactionBlockInvalidMeta } from './compaction-block-invalid.ts'
import { contentBlockInvalidMeta } from './content-block-invalid.ts'
import { conversationEmptyMeta } from './conversation-empty.ts'
import { emptyContentMessageMeta } from './empty-content-message.ts'
import { invalidUnicodeMeta } from './invalid-unicode.ts'
import { itemIdDuplicateMeta } from './item-id-duplicate.ts'
import { itemIdInvalidMeta } from './item-id-invalid.ts'
import { mediaInvalidMeta } from './media-invalid.ts'
import { mediaLimitExceededMeta } from './media-limit-exceeded.ts'
import { mediaUnsupportedMeta } from './media-unsupported.ts'
import { prefillUnsupportedMeta } from './prefill-unsupported.ts'
import { reasoningContentMissingMeta } from './reasoning-content-missing.ts'
import { reasoningItemUnpairedMeta } from './reasoning-item-unpaired.ts'
import { referenceNotFoundMeta } from './reference-not-found.ts'
import { roleAlternationMeta } from './role-alternation.ts'
import { roleInvalidMeta } from './role-invalid.ts'
import { roleOrderMeta } from './role-order.ts'
import { searchResultInvalidMeta } from './search-result-invalid.ts'
import { thinkingBlockEmptyMeta } from './thinking-block-empty.ts'
import { thinkingBlockModifiedMeta } from './thinking-block-modified.ts'
import { thinkingBlockOrderMeta } from './thinking-block-order.ts'
import { thinkingDisabledViolationMeta } from './thinking-disabled-violation.ts'
import { thinkingPrefixMismatchMeta } from './thinking-prefix-mismatch.ts'
import { thinkingSignatureInvalidMeta } from './thinking-signature-invalid.ts'
import { thinkingSignatureMissingMeta } from './thinking-signature-missing.ts'
import { toolCallIdDuplicateMeta } from './tool-call-id-duplicate.ts'
import { toolCallIdInvalidMeta } from './tool-call-id-invalid.ts'
import { toolCallInputInvalidMeta } from './tool-call-input-invalid.ts'
import { toolCallNameInvalidMeta } from './tool-call-name-invalid.ts'
import { toolCallsMalformedMeta } from './tool-calls-malformed.ts'
import { toolDefinitionsMissingMeta } from './tool-definitions-missing.ts'
import { toolResultContentInvalidMeta } from './tool-result-content-invalid.ts'
import { toolResultDuplicateMeta } from './tool-result-duplicate.ts'
import { toolResultMisplacedMeta } from './tool-result-misplaced.ts'
import { toolResultMissingMeta } from './tool-result-missing.ts'
import { toolResultOrphanMeta } from './tool-result-orphan.ts'
import { trailingWhitespaceMeta } from './trailing-whitespace.ts'
import { unknownFieldMeta } from './unknown-field.ts'
import { unspecifiedStructuralMeta } from './unspecified-structural.ts'

/** What a person needs to know of each fault type. Apart from the strategies: programs that are bundled ship it only where they tell it. */
export const faultMetas: Readonly<Record<RecoveryErrorType, FaultMeta>> = {
  tool_result_missing: toolResultMissingMeta,
  tool_result_orphan: toolResultOrphanMeta,
  tool_result_duplicate: toolResultDuplicateMeta,
  tool_result_misplaced: toolResultMisplacedMeta,
  tool_call_id_duplicate: toolCallIdDuplicateMeta,
  tool_call_id_invalid: toolCallIdInvalidMeta,
  tool_call_input_invalid: toolCallInputInvalidMeta,
  tool_call_name_invalid: toolCallNameInvalidMeta,
  tool_calls_malformed: toolCallsMalformedMeta,
  tool_result_content_invalid: toolResultContentInvalidMeta,
  tool_definitions_missing: toolDefinitionsMissingMeta,
  thinking_block_order: thinkingBlockOrderMeta,
  thinking_block_modified: thinkingBlockModifiedMeta,
  thinking_signature_invalid: thinkingSignatureInvalidMeta,
  thinking_prefix_mismatch: thinkingPrefixMismatchMeta,
  thinking_signature_missing: thinkingSignatureMissingMeta,
  thinking_block_empty: thinkingBlockEmptyMeta,
  thinking_disabled_violation: thinkingDisabledViolationMeta,
  reasoning_content_missing: reasoningContentMissingMeta,
  reasoning_item_unpaired: reasoningItemUnpairedMeta,
  empty_content_message: emptyContentMessageMeta,
  blank_text: blankTextMeta,
  trailing_whitespace: trailingWhitespaceMeta,
  content_block_invalid: contentBlockInvalidMeta,
  unknown_field: unknownFieldMeta,
  invalid_unicode: invalidUnicodeMeta,
  media_invalid: mediaInvalidMeta,
  media_limit_exceeded: mediaLimitExceededMeta,
  media_unsupported: mediaUnsupportedMeta,
  search_result_invalid: searchResultInvalidMeta,
  cache_control_invalid: cacheControlInvalidMeta,
  role_alternation: roleAlternationMeta,
  role_order: roleOrderMeta,
  role_invalid: roleInvalidMeta,
  prefill_unsupported: prefillUnsupportedMeta,
  conversation_empty: conversationEmptyMeta,
  reference_not_found: referenceNotFoundMeta,
  item_id_invalid: itemIdInvalidMeta,
  item_id_duplicate: itemIdDuplicateMeta,
  compaction_block_invalid: compactionBlockInvalidMeta,
  unspecified_structural: unspecifiedStructuralMeta,
}
