import type { RecoveryErrorType } from '../../faults/fault-catalogue.ts'

type Faults = ReadonlySet<RecoveryErrorType | null>

/** Faults of things that only conversations with models have: two words of a row are a whole statement. */
export const modelFaults: Faults = new Set<RecoveryErrorType>([
  'role_alternation',
  'cache_control_invalid',
  'thinking_signature_invalid',
  'thinking_signature_missing',
  'tool_call_id_duplicate',
  'tool_call_id_invalid',
  'tool_call_input_invalid',
  'tool_result_duplicate',
  'tool_result_missing',
])

/** Faults that upload forms complain of, too. */
export const mediaFaults: Faults = new Set<RecoveryErrorType>([
  'media_invalid',
  'media_limit_exceeded',
  'media_unsupported',
])

/** Faults that other systems complain of in the same words. */
export const everydayFaults: Faults = new Set<RecoveryErrorType | null>([
  ...mediaFaults,
  'blank_text',
  'content_block_invalid',
  'conversation_empty',
  'empty_content_message',
  'role_invalid',
  'unknown_field',
  'unspecified_structural',
])
