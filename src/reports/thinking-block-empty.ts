import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const thinkingBlockEmpty: Reports = {
  wordings: [
    wording('anthropic', /each thinking block must/),
    wording('anthropic', /thinking\.thinking: (?:field|string|input)/),
    wording(
      'anthropic',
      /redacted_thinking\.data: (?:field|string|input)/,
      'github.com/diegosouzapw/OmniRoute/pull/2191',
    ),
    wording('openai', /missing required parameter: input\.[^.:]{1,8}\.summary/, 'OpenAI Responses, reasoning item'),
    wording('openai', /input\.[^.:]{1,8} missing required field summary/, 'github.com/newo-ether/Agora/issues/141'),
    wording(
      'bedrock',
      /reasoning_?text(?:block|contentblock)?(?:\.text| object)?.{0,60}(?:blank|empty|required|missing|null)/,
    ),
    wording(
      'local',
      /reasoning[_ ](?:text|item|content block).{0,40}(?:must (?:have|contain|include)|requires|missing) (?:a |at least one )?(?:text|summary|content)/,
    ),
  ],
}
