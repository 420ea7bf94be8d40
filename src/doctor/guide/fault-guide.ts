import type { RecoveryErrorType } from '../../faults/fault-catalogue.ts'
import type { GuideEntry } from './guide-entry.ts'

/** The faults of a conversation, in words for its owner. The meanings are those of the catalogue (`faults.json`). */
export const faultGuide: Readonly<Record<RecoveryErrorType, GuideEntry>> = {
  tool_result_missing: {
    title: 'a tool call without a result',
    meaning: 'A tool call (client or server-executed) has no result where the format demands it.',
    repair:
      'Insert the real result from the part store when one exists; else a truthful, deterministic, marked synthetic error result (never started / interrupted, outcome unknown). Keep the live frontier open when the caller is about to answer it.',
    mayLose:
      'Nothing that was stored. Without a recorded output a marked placeholder says that the outcome is unknown: check before repeating the call.',
  },
  tool_result_orphan: {
    title: 'a tool result without its call',
    meaning: 'A result answers no call in the position the format demands.',
    repair: 'Move it to the only open call that can own it; else keep its text as ordinary user text, marked.',
    mayLose: 'The link to a call that is not there; the text stays.',
  },
  tool_result_duplicate: {
    title: 'two results for one tool call',
    meaning: 'One call occurrence has more than one result.',
    repair: 'Keep the first real one of the owning occurrence; a synthetic never beats a real one.',
    mayLose: 'With --allow lossy: a second real result that differs from the first.',
  },
  tool_result_misplaced: {
    title: 'tool results in the wrong place',
    meaning: 'Results exist but in the wrong turn, order, role, or count.',
    repair: 'Move them; never change their content.',
  },
  tool_call_id_duplicate: {
    title: 'two tool calls with one id',
    meaning: 'Two calls carry the same id where ids must be unique.',
    repair: 'Re-id the later occurrence together with its own result.',
  },
  tool_call_id_invalid: {
    title: 'a tool call id that is missing or illegal',
    meaning: 'A call or result id is missing, empty, too long, or has illegal characters.',
    repair: 'Deterministic collision-free re-id of both halves of the pair.',
  },
  tool_call_input_invalid: {
    title: 'tool call arguments that are not what the format demands',
    meaning: 'Call arguments are not the object / JSON string that the format demands (null, string, truncated JSON).',
    repair: 'Parse or complete what can be proven; else wrap the raw text and answer the call with an error result.',
    mayLose: 'Nothing: what cannot be completed is kept as raw text, and the call is answered with an error result.',
  },
  tool_call_name_invalid: {
    title: 'an illegal tool name',
    meaning: 'A tool name is empty, too long or has illegal characters.',
    repair: 'Sanitise; keep the original in the edit record.',
    mayLose: 'The illegal characters of the name.',
  },
  tool_calls_malformed: {
    title: 'a malformed list of tool calls',
    meaning: 'The container of calls is wrong: empty array, wrong type, too many.',
    repair: 'Remove the empty container; split over-long ones.',
  },
  tool_result_content_invalid: {
    title: 'a tool result with illegal content',
    meaning: 'The content of a result has an illegal shape for the format.',
    repair: 'Wrap or convert without losing the text.',
  },
  tool_definitions_missing: {
    title: 'tool blocks without a definition of the tool',
    meaning: 'History holds tool blocks but the request defines no (such) tools, or references an undefined one.',
    repair: 'Add the minimal definition when the request can be edited; else downgrade the blocks to text.',
    mayLose: 'The form of a tool block, where it has to become text.',
  },
  thinking_block_order: {
    title: 'thinking in the wrong place',
    meaning: 'A thinking block is not where the format demands it (must lead / must not be final).',
    repair:
      'Reorder inside the turn only when the result is provably valid; otherwise drop the unverifiable thinking of that turn, or turn thinking off for the retry.',
    mayLose: 'Thinking of that turn that cannot be moved without breaking its signature.',
  },
  thinking_block_modified: {
    title: 'thinking that differs from what the provider returned',
    meaning: 'Thinking of the latest assistant turn differs from what the provider returned.',
    repair: 'Restore the original from the part store; else strip the thinking of that turn.',
    mayLose: 'The thinking of that turn, where the original is not stored.',
  },
  thinking_signature_invalid: {
    title: 'thinking whose signature does not verify',
    meaning: 'A signature / encrypted payload does not verify (foreign model, edited, truncated).',
    repair: 'Strip by verifiability: only the blocks that cannot verify, oldest kept text as plain text when asked.',
    mayLose: 'The thinking blocks that do not verify.',
  },
  thinking_prefix_mismatch: {
    title: 'thinking bound to a history that has changed',
    meaning:
      'Preserved thinking (newest Claude models): a thinking block is bound to the system prompt, tools and all earlier messages, and something before it has changed, or a thinking block between others was left out or moved.',
    repair:
      'Undo the change when the store has the original prefix; else ask the API to drop the failing blocks (thinking.block_binding.prefix_mismatch_behavior = drop_block with its beta header, for every later request of the session), else strip this and all later thinking.',
    mayLose: 'The thinking blocks after the change.',
  },
  thinking_signature_missing: {
    title: 'thinking without a signature',
    meaning: 'A signature is absent where demanded.',
    repair: 'Restore from the part store; else the provider-documented bypass, else strip.',
    mayLose: 'The thinking blocks without a signature.',
  },
  thinking_block_empty: {
    title: 'an empty thinking block',
    meaning: 'A thinking block lacks its text or required fields.',
    repair: 'Remove the empty block.',
  },
  thinking_disabled_violation: {
    title: 'thinking where thinking is off',
    meaning: 'Thinking blocks are present where thinking is disabled or unsupported.',
    repair: 'Strip them.',
    mayLose: 'The thinking blocks.',
  },
  reasoning_content_missing: {
    title: 'reasoning that must be passed back is missing',
    meaning: 'The provider demands that reasoning content be passed back and it is absent.',
    repair: 'Restore from the part store; else the empty string the provider accepts.',
  },
  reasoning_item_unpaired: {
    title: 'a reasoning item without its partner',
    meaning: 'An OpenAI Responses reasoning item and its item are separated.',
    repair: 'Keep both or drop both.',
    mayLose: 'The reasoning item, or the form of its partner.',
  },
  empty_content_message: {
    title: 'a message without content',
    meaning: 'A message has no content at all (null, [], no parts, missing field).',
    repair: 'Drop the message when the format allows, else a marked placeholder.',
    mayLose: 'Nothing: there was no content. A placeholder may say so.',
  },
  blank_text: {
    title: 'a blank text block',
    meaning: 'A text block is empty or whitespace only.',
    repair: 'Remove the block; if it was the last one, treat as empty_content_message.',
  },
  trailing_whitespace: {
    title: 'a final text that ends in white space',
    meaning: 'The final assistant text ends in whitespace.',
    repair: 'Trim the end.',
  },
  content_block_invalid: {
    title: 'a malformed or unknown block',
    meaning: 'A block or item is malformed or of a type the format does not know in that place.',
    repair: 'Convert to the right type, or keep its text as text; the original goes into the edit record.',
    mayLose: 'The form of the block; its text stays.',
  },
  unknown_field: {
    title: 'a field that the format does not permit',
    meaning: 'A block, item or message carries a field that the format does not permit.',
    repair: 'Remove the field.',
    mayLose: 'The value of the field.',
  },
  invalid_unicode: {
    title: 'text that is not valid Unicode',
    meaning: 'A string holds a lone surrogate (or NUL) and the body is not valid JSON for the provider.',
    repair: 'Replace with U+FFFD everywhere, tool inputs and keys included.',
    mayLose: 'The half characters: each becomes U+FFFD.',
  },
  media_invalid: {
    title: 'an image or document that cannot be processed',
    meaning: 'An image or document cannot be processed (corrupt, wrong media type, unreachable URL, duplicate name).',
    repair: 'Fix the media type from the magic bytes; else replace with a text placeholder that names it.',
    mayLose: 'With --allow lossy: media that nobody can read, replaced by a text that names them.',
  },
  media_limit_exceeded: {
    title: 'images or documents above the limits',
    meaning: 'Media are too large, too many, or too many pixels / pages.',
    repair: 'Replace the offending (oldest first) media with text placeholders until within the limit.',
    mayLose: 'With --allow lossy: the oldest media, replaced by a text that names them.',
  },
  media_unsupported: {
    title: 'media that the model does not take',
    meaning: 'The model does not accept this kind of media in history.',
    repair: 'Replace with text placeholders.',
    mayLose: 'With --allow lossy: the media, replaced by a text that names them.',
  },
  search_result_invalid: {
    title: 'a search result that does not verify',
    meaning: 'An encrypted search-result payload does not verify.',
    repair: 'Downgrade the block to text.',
    mayLose: 'The encrypted payload; the text stays.',
  },
  cache_control_invalid: {
    title: 'cache marks in the wrong place or too many',
    meaning: 'cache_control on an empty or thinking block, more than four, or ttl order.',
    repair: 'Remove or move the markers; keep the last ones.',
  },
  role_alternation: {
    title: 'two messages of one role in a row',
    meaning: 'Two messages of one role in a row where the format demands alternation.',
    repair: 'Merge them, results first.',
  },
  role_order: {
    title: 'a role where it may not stand',
    meaning: 'The conversation starts or continues with a role that the format forbids there.',
    repair: 'Add the minimal marked message, or drop the leading one.',
    mayLose: 'Nothing; a marked message may be added.',
  },
  role_invalid: {
    title: 'an unknown or missing role',
    meaning: 'A message has an unknown, missing or misplaced role (for example system inside messages).',
    repair: 'Map to the right role or lift to the system field.',
  },
  prefill_unsupported: {
    title: 'the conversation ends with the assistant',
    meaning: 'The conversation ends with an assistant message and the model forbids it.',
    repair: 'Drop a blank or repeated tail; else append a marked user continuation.',
    mayLose: 'A blank or repeated tail; else nothing, and a marked continuation is added.',
  },
  conversation_empty: {
    title: 'no messages at all',
    meaning: 'There are no messages at all, or the field has the wrong type.',
    repair: 'Rebuild from the message store; otherwise unrecoverable.',
  },
  reference_not_found: {
    title: 'a reference to state that the server has dropped',
    meaning: 'The request continues from state that the server no longer holds (item, previous response, thread).',
    repair: 'Replay the full conversation from the message store without the reference.',
  },
  item_id_invalid: {
    title: 'an illegal item id',
    meaning: 'An item id has the wrong prefix, length or characters.',
    repair: 'Drop the id (or re-id) consistently.',
  },
  item_id_duplicate: {
    title: 'two items with one id',
    meaning: 'Two items share an id.',
    repair: 'Drop the duplicate item or its id.',
  },
  compaction_block_invalid: {
    title: 'a misplaced or altered compaction block',
    meaning: 'A compaction block or trigger is misplaced, ambiguous, altered or does not verify.',
    repair: 'Move or drop it as its error code says; keep the messages that it replaced when the store has them.',
    mayLose: 'With --allow lossy: a compaction block that does not verify.',
  },
  unspecified_structural: {
    title: 'messages that are refused without a reason',
    meaning: 'The provider says that the messages are invalid without saying how.',
    repair: 'Diagnose the transcript against the format; repair what is found; nothing found means not recoverable.',
  },
}
