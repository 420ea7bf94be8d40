import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A thinking block is not where the format demands it (must lead / must not be final).
 *
 * Repair: Reorder inside the turn only when the result is provably valid; otherwise drop the unverifiable thinking of that turn, or turn thinking off for the retry.
 */
export const thinkingBlockOrder: Strategy = defineStrategy({
  type: 'thinking_block_order',

  reportedAs: [
    wording('anthropic', /expected thinking or redacted_thinking/, 'docs.claude.com extended thinking'),
    wording('anthropic', /if an assistant message contains any thinking blocks/),
    wording('anthropic', /first block must be (?:a )?thinking or redacted_thinking/),
    wording('anthropic', /final assistant message must start with a thinking block/),
    wording('anthropic', /final block in an assistant message cannot be/),
    wording('gateway', /thinking ?块格式无效/),
  ],

  visit: {},
})
