/**
 * The catalogue of structural faults. Each type is one strategy in `src/strategies`; a family groups the types
 * that share a cause, for guides and reports.
 */
export const faultFamilies = {
  'tool pairing': [
    'tool_result_missing',
    'tool_result_orphan',
    'tool_result_duplicate',
    'tool_result_misplaced',
    'tool_call_id_duplicate',
    'tool_call_id_invalid',
    'tool_call_input_invalid',
    'tool_call_name_invalid',
    'tool_calls_malformed',
    'tool_result_content_invalid',
    'tool_definitions_missing',
  ],
  thinking: [
    'thinking_block_order',
    'thinking_block_modified',
    'thinking_signature_invalid',
    'thinking_prefix_mismatch',
    'thinking_signature_missing',
    'thinking_block_empty',
    'thinking_disabled_violation',
    'reasoning_content_missing',
    'reasoning_item_unpaired',
  ],
  content: [
    'empty_content_message',
    'blank_text',
    'trailing_whitespace',
    'content_block_invalid',
    'unknown_field',
    'invalid_unicode',
    'media_invalid',
    'media_limit_exceeded',
    'media_unsupported',
    'search_result_invalid',
    'cache_control_invalid',
  ],
  roles: ['role_alternation', 'role_order', 'role_invalid', 'prefill_unsupported', 'conversation_empty'],
  'server state': ['reference_not_found', 'item_id_invalid', 'item_id_duplicate', 'compaction_block_invalid'],
  unknown: ['unspecified_structural'],
} as const

/** What a fault is about: `tool pairing`, `thinking`, `server state`... */
export type FaultFamily = keyof typeof faultFamilies

/** One of the structural fault types that the library can name, find and repair. */
export type RecoveryErrorType = (typeof faultFamilies)[FaultFamily][number]
