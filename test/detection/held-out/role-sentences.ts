import type { RecoveryErrorType } from '../../../src/faults/fault-catalogue.ts'

/** Sentences of no provider in particular about roles, and of what a server keeps: how someone would say it who writes the next validator or gateway. */
export const heldOutRoleSentences: Partial<Record<RecoveryErrorType, readonly string[]>> = {
  role_order: [
    '400 first message should be from user',
    '400 conversation has no user message',
    '400 messages should begin with a user turn',

    '400 Conversation should start with a user message',
    '400 messages must contain at least one user message',
    '400 The first non-system message must be from the user',
    "400 Expected the first message to have role 'user'",

    '400 The first message must have role user',
    '400 conversation cannot start with an assistant message',
    '400 at least one user message is required',

    "Unexpected role 'assistant' after role 'system'",
    'the first conversation message must be from the user',
  ],
  role_alternation: [
    '400 roles should alternate between user and assistant',
    '400 messages must alternate; found two user messages in a row',
    '400 consecutive assistant messages are not allowed',

    '400 user and assistant messages must alternate',
    '400 Two assistant messages in a row are not allowed',
    '400 Conversation roles must be alternating',
    '400 messages with the same role cannot be adjacent',

    '400 messages must alternate between user and assistant',
    '400 two consecutive user messages at index 3 and 4',
    '400 messages[4]: role must differ from the previous message',
    '400 Consecutive messages with the same role are not supported',
    'found two user messages in a row: consecutive user turns',
    'messages must be an odd number',
  ],
  role_invalid: [
    "400 message role 'developer' is not supported",
    '400 messages[1].role is invalid',
    '400 role is required in messages[0]',
    "400 role 'tool' is unknown",
    '400 only one system message is allowed',
    '400 system message must come first',

    '400 role must be one of: user, assistant, system, tool',
    "400 messages[0].role: 'developer' is not one of ['system', 'user', 'assistant']",
    '400 Unknown role: developer',
    '400 The role field is missing in message 3',
    '400 multiple system messages are not supported',
    '400 System prompt must be passed as the top-level system parameter',
    "400 messages[2].role: Invalid enum value. Expected 'user' | 'assistant', received 'tool'",

    "400 messages[0].role: invalid role 'developer'",
    "400 Role 'function' is not allowed",
    "400 messages.0.role: Input should be 'user' or 'assistant'",
    '400 system messages must be the first message',
    '400 Only user, assistant and system roles are supported',
    '400 messages[2]: missing field `role`',
    '400 Unexpected message role: developer',
    '400 system role is not supported; use the top-level system field',

    'unknown variant `developer`, expected `user` or `assistant`',
    "role 'function' is not supported",
    'the system message must come first',
  ],
  prefill_unsupported: [
    '400 the last message has to be a user message',
    '400 prefilled assistant responses are not supported',

    '400 The final message must be a user message',
    '400 Last message cannot be an assistant message',
    '400 messages must end with a user or tool message',

    '400 The last message must be from the user',
    '400 assistant prefill is not supported',
    '400 conversation may not end with an assistant message',
    '400 The final message must not have role assistant',
    '400 Continuing an assistant message is not allowed for this model; last message must be user or tool',

    'an assistant turn in the last position is refused',
    'conversations end with a user turn',
    'expected last role user but got assistant',
  ],
  reference_not_found: [
    '400 previous response resp_9 was not found',
    '400 unknown previous_response_id',
    '400 the referenced item rs_1 is not available anymore',

    '400 No response found with id resp_1',
    '400 previous_response_id not found',
    '400 The conversation conv_2 no longer exists',
    '400 Item msg_1 does not exist',

    "400 previous_response_id 'resp_1' does not exist",
    '400 Conversation conv_1 not found',
    '400 The previous response has expired',
    "400 Item 'rs_1' was not found in the store",
    "400 Response with id 'resp_1' cannot be found",

    'response with id resp_1 could not be found',
    'previous response has expired',
    'previous_response_id resp_9 does not exist',
  ],
  item_id_duplicate: [
    '400 input contains duplicate item ids',

    "400 Duplicate item id 'msg_1' in input",
    '400 item ids must be unique: rs_1',

    "400 input[4].id: duplicate id 'msg_1'",
    '400 Duplicate item id rs_1 in input',
    '400 Two input items have the same id msg_1',
    'duplicate input item with id msg_1',
  ],
  compaction_block_invalid: [
    '400 compaction block is not the first block',

    '400 compaction blocks are not allowed in user messages',
    '400 the compaction content is not valid',

    '400 compaction block must be the first block of its message',
    '400 compaction item could not be decrypted',
    '400 messages.0.content.1.compaction.content: Field required',
    '400 Only one compaction block is allowed',
    'compaction item must be last',
    'compaction is misplaced',
  ],
  conversation_empty: [
    '400 messages cannot be an empty array',
    '400 missing field `messages`',
    '400 contents must not be empty',
    "400 Missing required parameter: 'messages'.",

    '400 Request must contain at least one message',
    "400 'messages' is a required property",
    '400 messages: Array must contain at least 1 element(s)',
    '400 The messages array cannot be empty',
    '400 messages field is missing',

    '400 messages must not be empty',
    '400 messages: at least one message is required',
    '400 messages is a required property',
    '400 contents is required',
    '400 No messages in request',
    '400 input: expected at least 1 item',
    '400 field messages is required',
  ],
  item_id_invalid: [
    "400 input[4].id must begin with 'fc_'",
    '400 Invalid item id in input[2].id',

    "400 Invalid 'input[1].id': expected an ID that begins with 'rs_'",
    '400 input[3].id must not be empty',

    "400 input[2].id: must start with 'msg_'",
    "400 Invalid 'input[3].id': string too long",
    '400 input[0].id contains invalid characters',
  ],
  unspecified_structural: [
    '400 malformed messages',
    '400 invalid message structure',

    '400 The provided messages are invalid',
    '400 chat history is malformed',

    '400 messages are invalid',
    '400 Invalid message format',
    '400 The conversation history is malformed',
  ],
}
