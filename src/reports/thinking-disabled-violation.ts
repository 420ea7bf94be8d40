import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const thinkingDisabledViolation: Reports = {
  fields: fields('content.thinking content.redacted_thinking', 'unsupported'),
  sentences: says(
    'reasoningField/reasoningItem/thinkingBlock unsupported',
    'thinking disabled thinkingBlock',
    'unsupported thinkingBlock',
    'thinkingBlock unsupported user/system',
    'thinkingBlock system unsupported',
    'user/assistant unsupported thinkingBlock',
    'thinkingBlock disabled',
    'thinkingBlock thinking/found disabled',
    'thinkingBlock needs thinking disabled',
    'thinkingBlock/reasoningField onlyIn',
    'thinkingBlock needs assistant',
    'thinking onlyIn assistant',
    'assistant thinking disabled',
  ),
  wordings: [
    wording('anthropic', /when thinking is disabled, an assistant message/),
    // template of gpt-oss
    wording('local', /cannot pass both content and thinking in an assistant message/),
    wording('anthropic', /to use thinking blocks, enable thinking in your request/),
  ],
}
