import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const thinkingBlockOrder: Reports = {
  sentences: says(
    'first/last thinking/thinkingBlock',
    'thinking/thinkingBlock first',
    'needs thinking/thinkingBlock found',
    'assistant first thinking/thinkingBlock',
    'last unsupported/assistant thinking/thinkingBlock',
    'thinking last unsupported',
    'thinking first thinking',
    'assistant thinkingBlock first thinking',
    'thinkingBlock unsupported last',
    'assistant last thinkingBlock',
  ),
  wordings: [
    wording(
      'anthropic',
      /final block in an assistant message|expected thinking or redacted_thinking|if an assistant message contains any thinking blocks/,
    ),
    wording('gateway', /thinking ?块格式无效/),
  ],
}
