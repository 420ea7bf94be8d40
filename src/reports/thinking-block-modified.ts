import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const thinkingBlockModified: Reports = {
  sentences: says(
    'thinking/thinkingBlock modified',
    'thinkingBlock needs/assistant/unsupported/thinkingBlock/passBack modified',
    'thinking thinkingBlock modified',
    'thinkingBlock assistant unsupported modified',
    'modified thinkingBlock',
    'thinkingBlock unmatched answer',
    'thinkingBlock unmatched',
  ),
  wordings: [
    // github.com/anthropics/claude-code/issues/63267

    wording(
      'anthropic',
      /thinking blocks(?: in the latest assistant message|.{0,80}cannot be modified|, the blocks must match the parameters)|blocks must remain as they were in the original/,
    ),
    wording(
      'any',
      /(?:thinking|reasoning) .{0,60}(?:cannot be|must not be|was) (?:modified|changed|altered)/,
      'general',
    ),
  ],
}
