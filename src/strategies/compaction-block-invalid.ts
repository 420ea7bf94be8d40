import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A compaction block or trigger is misplaced, ambiguous, altered or does not verify.
 *
 * Repair: Move or drop it as its error code says; keep the messages that it replaced when the store has them.
 */
export const compactionBlockInvalid: Strategy = defineStrategy({
  type: 'compaction_block_invalid',

  reportedAs: [
    wording(
      'anthropic',
      /compaction_(?:block_ambiguous|block_misplaced|content_mismatch|incomplete_turn|signature_invalid|tool_changes_mismatch)/,
      'error codes of @anthropic-ai/sdk 1.11',
      'decisive',
    ),
    wording('anthropic', /compaction block (?:must|is|has|differs|content|signature)/),
    wording('anthropic', /(?:more than one|multiple) compaction blocks?/),
    wording('anthropic', /(?:invalid|signature .{0,20}) (?:in|of) (?:the )?compaction block/),
    wording('openai', /compaction_trigger (?:item )?(?:must|can only|should|is only)/, 'OpenAI Responses'),
  ],

  visit: {},
})
