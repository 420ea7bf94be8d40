import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/sentence-rule.ts'
import { wording } from '../detection/wording.ts'

export const thinkingBlockOrder: Reports = {
  sentences: says(
    'first thinking',
    'thinking first',
    'thinkingBlock first',
    'first thinkingBlock',
    'needs thinking found',
    'needs thinkingBlock found',
    'assistant first thinking',
    'assistant first thinkingBlock',
    'last unsupported thinking',
    'last thinking',
    'last thinkingBlock',
    'last assistant thinking',
    'last assistant thinkingBlock',
    'last unsupported thinkingBlock',
    'thinking last unsupported',
    'thinking first thinking',
    'assistant thinkingBlock first thinking',
    'thinkingBlock unsupported last',
    'assistant last thinkingBlock',
  ),
  wordings: [
    wording('anthropic', /final block in an assistant message cannot be/),
    wording('gateway', /thinking ?块格式无效/),
    wording('anthropic', /if an assistant message contains any thinking blocks/),
    wording('anthropic', /first block must be (?:a )?thinking or redacted_thinking/),
  ],
}
