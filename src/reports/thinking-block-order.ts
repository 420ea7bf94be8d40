import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const thinkingBlockOrder: Reports = {
  wordings: [
    wording('anthropic', /expected thinking or redacted_thinking/, 'docs.claude.com extended thinking'),
    wording('anthropic', /if an assistant message contains any thinking blocks/),
    wording('anthropic', /first block must be (?:a )?thinking or redacted_thinking/),
    wording('anthropic', /final assistant message must start with a thinking block/),
    wording('anthropic', /final block in an assistant message cannot be/),
    wording('gateway', /thinking ?块格式无效/),
  ],
}
