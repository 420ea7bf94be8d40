import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * Thinking of the latest assistant turn differs from what the provider returned.
 *
 * Repair: Restore the original from the part store; else strip the thinking of that turn.
 */
export const thinkingBlockModified: Strategy = defineStrategy({
  type: 'thinking_block_modified',

  reportedAs: [
    wording(
      'anthropic',
      /thinking(?: or redacted_thinking)? blocks in the latest assistant/,
      'github.com/anthropics/claude-code/issues/63267',
    ),
    wording('anthropic', /thinking blocks.{0,80}cannot be modified/),
    wording('anthropic', /redacted_thinking blocks, the blocks must match the parameters during the original/),
    wording('anthropic', /blocks must remain as they were in the original response/),
  ],

  visit: {},
})
