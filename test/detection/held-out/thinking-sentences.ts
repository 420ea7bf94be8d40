import type { RecoveryErrorType } from '../../../src/faults/fault-catalogue.ts'

/** Sentences of no provider in particular about thinking: how someone would say it who writes the next validator or gateway. */
export const heldOutThinkingSentences: Partial<Record<RecoveryErrorType, readonly string[]>> = {
  thinking_block_order: [
    '400 thinking blocks have to precede tool_use blocks',
    '400 assistant content must start with thinking when extended thinking is on',
    '400 messages.7: last content block cannot be redacted_thinking',

    '400 thinking must be the first block of the assistant message',
    '400 Assistant messages with thinking enabled must start with a thinking block',
    '400 Expected first content block to be thinking, found tool_use',
    '400 A message cannot end with a thinking block',

    '400 messages.1.content: thinking blocks must come first in an assistant message',
    '400 An assistant turn must begin with a thinking block when thinking is enabled',
    '400 the last block of an assistant message cannot be a thinking block',
    '400 reasoning content must precede text content in assistant messages',
    '400 messages.5.content.0: Expected a thinking block as the first block, got tool_use',

    'an assistant turn must begin with thinking',
    'expected thinking block but got text',
    'reasoning blocks must come first',
    'the last block of an assistant message must not be thinking',
  ],
  thinking_disabled_violation: [
    '400 thinking blocks cannot be sent when thinking is off',
    '400 reasoning content is not accepted by this model',

    '400 Thinking blocks found but thinking is not enabled',
    '400 Unexpected thinking block: extended thinking is disabled',

    '400 thinking blocks are not allowed when thinking is disabled',
    '400 messages.3.content.0: thinking content is not supported by this model',
    '400 This model does not accept reasoning content in the input',
    '400 reasoning_content is not allowed in input messages',
    '400 reasoningContent blocks are not supported for this model',

    'thinking is not enabled but the history has thinking blocks',
    'this model does not accept reasoning content',
    'assistant messages may not contain thinking blocks',
  ],
  thinking_signature_invalid: [
    '400 signature mismatch in thinking block',
    '400 thinking block at messages.2.content.0 has an invalid signature',
    '400 thoughtSignature cannot be verified',
    '400 invalid encrypted reasoning item',

    '400 Invalid thinking signature at messages.3.content.0',
    '400 messages.1.content.0: thinking.signature: Invalid base64',
    '400 reasoning item rs_1: encrypted content failed verification',
    '400 Could not verify the thought signature of part 2',
    '400 encrypted_content is malformed',
    '400 The thinking block was signed by another model',

    '400 messages.3.content.0.thinking.signature: signature verification failed',
    '400 The signature of the thinking block is invalid',
    '400 Thought signature could not be decoded',
    '400 reasoning encrypted_content cannot be decrypted with this key',
    '400 thinking block signature does not match its content',
    '400 messages.1.content.0: The signature is not valid for this model',
    '400 encrypted_content was created by a different organization',
    '400 Corrupted thought signature.',

    'malformed thought signature',
    'expired reasoning signature',
    'corrupted signature in reasoning block',
    'redacted thinking data could not be decrypted, failed to be verified',
    'encrypted reasoning failed to be decoded',
  ],
  thinking_signature_missing: [
    '400 thinking block without signature in messages.3',
    '400 signature field required for thinking blocks',
    '400 functionCall part lacks a thought_signature',

    '400 Function call part is missing its thought signature',
    '400 thinking blocks need a signature',
    '400 messages.1.content.0.signature is missing',
    '400 thought_signature is required for function calls on this model',

    '400 messages.3.content.0.thinking: signature is required',
    '400 thinking block has no signature',
    '400 function call part requires a thoughtSignature',
    '400 contents[2].parts[0]: missing thought_signature for functionCall',
    '400 Each thinking block must carry the signature it was issued with',
    '400 messages[2].content[0].signature: Required',
    'the function call lacks a thought signature',
    'requires a valid reasoning signature',
  ],
  thinking_block_modified: [
    '400 the thinking blocks of the previous turn were changed',
    '400 redacted_thinking must be sent back exactly as received',

    '400 Thinking blocks in the last assistant turn do not match the original response',
    '400 thinking blocks may not be modified after they have been returned',
    '400 The content of the redacted_thinking block was altered',

    '400 thinking blocks must be returned unmodified',
    '400 The thinking block at messages.3.content.0 has been changed since it was generated',
    '400 reasoning blocks of the last assistant turn may not be altered',
    '400 redacted_thinking blocks cannot be edited',

    'thinking content was altered since the last response',
    'reasoning blocks must not be changed',
  ],
  thinking_block_empty: [
    '400 thinking blocks cannot be empty',
    '400 reasoningText.text must not be blank',

    '400 thinking block text must not be empty',
    '400 messages.3.content.0.thinking: Field required',
    '400 Thinking content cannot be blank',

    '400 messages.1.content.0.thinking.thinking: String should have at least 1 character',
    '400 thinking block must contain non-empty thinking',
    '400 reasoning summary is required: input[3].summary',
    '400 The thinking field of a thinking block cannot be empty',
    'thinking blocks must have non-empty text',
    'reasoning block must include content',
  ],
  reasoning_content_missing: [
    '400 reasoning_content not found in assistant message 3',
    '400 thinking mode requires reasoning_content on assistant messages',
    '400 Please pass back reasoning_content from the previous response',

    '400 Assistant message 5 lacks reasoning_content',
    '400 reasoning_content must be passed back for every assistant turn',
    '400 `reasoning_content` is required in thinking mode',
    '400 messages[2].reasoning_content: field is missing',

    '400 messages[3]: reasoning_content is required for assistant messages with tool_calls in thinking mode',
    '400 assistant message must include reasoning_content',
    '400 The reasoning_content returned by the model must be sent back',
    '400 missing reasoning_details in assistant message at index 4',
    '400 reasoning_content must be a non-empty string when thinking is on',
    'reasoning_details of tool calls must be sent back',
    'reasoning_content is missing',
  ],
  reasoning_item_unpaired: [
    '400 reasoning item rs_4 has no following item',
    '400 message msg_3 requires its reasoning item',

    '400 function_call fc_1 was sent without its reasoning item rs_1',
    '400 Reasoning item rs_1 is not followed by an output item',

    "400 Item 'msg_1' of type 'message' requires its 'reasoning' item 'rs_1'",
    '400 reasoning item rs_2 must be followed by its output item',
    "400 Reasoning item 'rs_1' was provided without the item that follows it",
    '400 input[3]: reasoning item is missing its following item',

    'item was provided without its preceding reasoning',
    'reasoning item rs_1 stands without an output',
  ],
  thinking_prefix_mismatch: ['400 messages.3.content.0: The block is bound to a different conversation.'],
}
