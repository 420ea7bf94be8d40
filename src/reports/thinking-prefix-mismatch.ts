import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const thinkingPrefixMismatch: Reports = {
  wordings: [
    wording(
      'anthropic',
      /the block is bound to a different conversation/,
      'platform.claude.com preserved thinking',
      'decisive',
    ),
    wording('anthropic', /set thinking\.block_binding\.prefix_mismatch_behavior to drop_block/, undefined, 'decisive'),
  ],
}
