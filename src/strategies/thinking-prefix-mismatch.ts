import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * Preserved thinking (newest Claude models): a thinking block is bound to the system prompt, tools and all earlier messages, and something before it has changed, or a thinking block between others was left out or moved.
 *
 * Repair: Undo the change when the store has the original prefix; else ask the API to drop the failing blocks (thinking.block_binding.prefix_mismatch_behavior = drop_block with its beta header, for every later request of the session), else strip this and all later thinking. Our own edits cause this fault too: see architecture.md I11.
 */
export const thinkingPrefixMismatch: Strategy = defineStrategy({
  type: 'thinking_prefix_mismatch',

  reportedAs: [
    wording(
      'anthropic',
      /(?:invalid signature in \w*thinking block\. )?the block is bound to a different conversation/,
      'platform.claude.com preserved thinking',
      'decisive',
    ),
    wording('anthropic', /set thinking\.block_binding\.prefix_mismatch_behavior to drop_block/, undefined, 'decisive'),
  ],

  visit: {},
})
