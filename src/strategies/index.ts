import type { Strategy } from '../lint/define-strategy.ts'
import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import { toolResultMissing } from './tool-result-missing.ts'
import { toolResultOrphan } from './tool-result-orphan.ts'
import { toolResultDuplicate } from './tool-result-duplicate.ts'
import { toolResultMisplaced } from './tool-result-misplaced.ts'
import { toolCallIdDuplicate } from './tool-call-id-duplicate.ts'
import { toolCallIdInvalid } from './tool-call-id-invalid.ts'
import { toolCallInputInvalid } from './tool-call-input-invalid.ts'
import { toolCallNameInvalid } from './tool-call-name-invalid.ts'
import { toolCallsMalformed } from './tool-calls-malformed.ts'
import { toolResultContentInvalid } from './tool-result-content-invalid.ts'
import { toolDefinitionsMissing } from './tool-definitions-missing.ts'
import { thinkingBlockOrder } from './thinking-block-order.ts'
import { thinkingBlockModified } from './thinking-block-modified.ts'
import { thinkingSignatureInvalid } from './thinking-signature-invalid.ts'
import { thinkingPrefixMismatch } from './thinking-prefix-mismatch.ts'
import { thinkingSignatureMissing } from './thinking-signature-missing.ts'
import { thinkingBlockEmpty } from './thinking-block-empty.ts'
import { thinkingDisabledViolation } from './thinking-disabled-violation.ts'
import { reasoningContentMissing } from './reasoning-content-missing.ts'
import { reasoningItemUnpaired } from './reasoning-item-unpaired.ts'
import { emptyContentMessage } from './empty-content-message.ts'
import { blankText } from './blank-text.ts'
import { trailingWhitespace } from './trailing-whitespace.ts'
import { contentBlockInvalid } from './content-block-invalid.ts'
import { unknownField } from './unknown-field.ts'
import { invalidUnicode } from './invalid-unicode.ts'
import { mediaInvalid } from './media-invalid.ts'
import { mediaLimitExceeded } from './media-limit-exceeded.ts'
import { mediaUnsupported } from './media-unsupported.ts'
import { searchResultInvalid } from './search-result-invalid.ts'
import { cacheControlInvalid } from './cache-control-invalid.ts'
import { roleAlternation } from './role-alternation.ts'
import { roleOrder } from './role-order.ts'
import { roleInvalid } from './role-invalid.ts'
import { prefillUnsupported } from './prefill-unsupported.ts'
import { conversationEmpty } from './conversation-empty.ts'
import { referenceNotFound } from './reference-not-found.ts'
import { itemIdInvalid } from './item-id-invalid.ts'
import { itemIdDuplicate } from './item-id-duplicate.ts'
import { compactionBlockInvalid } from './compaction-block-invalid.ts'
import { unspecifiedStructural } from './unspecified-structural.ts'

/**
 * The registry by type: a fault type without its strategy is a type error. Order counts: fixes of an earlier strategy win
 * over those of a later one when both want the same block.
 */
const strategyByType: { readonly [Type in RecoveryErrorType]: Strategy<Type> } = {
  tool_result_missing: toolResultMissing,
  tool_result_orphan: toolResultOrphan,
  tool_result_duplicate: toolResultDuplicate,
  tool_result_misplaced: toolResultMisplaced,
  tool_call_id_duplicate: toolCallIdDuplicate,
  tool_call_id_invalid: toolCallIdInvalid,
  tool_call_input_invalid: toolCallInputInvalid,
  tool_call_name_invalid: toolCallNameInvalid,
  tool_calls_malformed: toolCallsMalformed,
  tool_result_content_invalid: toolResultContentInvalid,
  tool_definitions_missing: toolDefinitionsMissing,
  thinking_block_order: thinkingBlockOrder,
  thinking_block_modified: thinkingBlockModified,
  thinking_signature_invalid: thinkingSignatureInvalid,
  thinking_prefix_mismatch: thinkingPrefixMismatch,
  thinking_signature_missing: thinkingSignatureMissing,
  thinking_block_empty: thinkingBlockEmpty,
  thinking_disabled_violation: thinkingDisabledViolation,
  reasoning_content_missing: reasoningContentMissing,
  reasoning_item_unpaired: reasoningItemUnpaired,
  empty_content_message: emptyContentMessage,
  blank_text: blankText,
  trailing_whitespace: trailingWhitespace,
  content_block_invalid: contentBlockInvalid,
  unknown_field: unknownField,
  invalid_unicode: invalidUnicode,
  media_invalid: mediaInvalid,
  media_limit_exceeded: mediaLimitExceeded,
  media_unsupported: mediaUnsupported,
  search_result_invalid: searchResultInvalid,
  cache_control_invalid: cacheControlInvalid,
  role_alternation: roleAlternation,
  role_order: roleOrder,
  role_invalid: roleInvalid,
  prefill_unsupported: prefillUnsupported,
  conversation_empty: conversationEmpty,
  reference_not_found: referenceNotFound,
  item_id_invalid: itemIdInvalid,
  item_id_duplicate: itemIdDuplicate,
  compaction_block_invalid: compactionBlockInvalid,
  unspecified_structural: unspecifiedStructural,
}

/** All strategies, in the order of their precedence. */
export const strategies: readonly Strategy[] = Object.values(strategyByType)

/** The strategy of a fault type. */
export function strategyOf(type: RecoveryErrorType): Strategy {
  return strategyByType[type]
}
