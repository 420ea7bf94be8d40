import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const thinkingPrefixMismatch: Reports = {
  sentences: says('thinkingBlock foreign/unverifiable/modified format', 'format unmatched thinkingBlock'),
  wordings: [
    // platform.claude.com preserved thinking
    wording('anthropic', /the block is bound to a different conversation/, 'decisive'),
    wording('anthropic', /set thinking\.block_binding\.prefix_mismatch_behavior to drop_block/, 'decisive'),
  ],
}
