import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const thinkingPrefixMismatch: Reports = {
  wordings: [
    // platform.claude.com preserved thinking
    wording('anthropic', /the block is bound to a different conversation/, 'decisive'),
  ],
}
