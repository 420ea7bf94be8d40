import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/sentence-rule.ts'
import { wording } from '../detection/wording.ts'

export const thinkingDisabledViolation: Reports = {
  sentences: says(
    'reasoningField unsupported',
    'thinking disabled unsupported thinking',
    'thinking disabled thinkingBlock',
    'thinkingBlock unsupported',
    'unsupported thinkingBlock',
    'user unsupported thinkingBlock',
    'assistant unsupported thinkingBlock',
    'thinkingBlock thinking disabled',
    'unsupported content thinking assistant',
    'thinkingBlock onlyIn',
  ),
  wordings: [
    wording('anthropic', /when thinking is disabled, an assistant message/),
    wording('anthropic', /thinking blocks? (?:is|are) not (?:supported|allowed|permitted)/),
    wording('anthropic', /to use thinking blocks, enable thinking in your request/),
    wording(
      'bedrock',
      /user messages cannot contain reasoning content/,
      'Bedrock Converse; it means an assistant block',
    ),
    wording('bedrock', /(?:doesnt|does not|not) support the reasoningcontent[\w.]{0,30} ?field/, 'Bedrock Converse'),
    wording('bedrock', /reasoning content (?:is|blocks are) not supported/),
    wording('local', /cannot pass both content and thinking in an assistant message/, 'template of gpt-oss'),
  ],
}
