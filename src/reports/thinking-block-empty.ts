import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const thinkingBlockEmpty: Reports = {
  fields: [
    ...fields('$input.summary reasoning.summary', 'required'),
    ...fields(
      'thinking thinking.thinking content.thinking reasoning_text reasoning_text.text reasoning_content.reasoning_text',
      'required null empty type value',
    ),
  ],
  sentences: says(
    'thinkingBlock needs assistant content',
    'thinkingBlock/thinking empty',
    'empty thinkingBlock',
    'thinkingBlock needs thinking/text/content/empty',
    'thinkingBlock lacks/needs encrypted',
    'lacks encrypted',
    'thinkingBlock lacks thinking/text',
    'thinkingBlock shape',
    'reasoningItem needs/lacks thinkingBlock',
    'thinkingBlock message empty',
  ),
  things: ['thinkingBlock'],
  wordings: [
    wording(
      'local',
      /reasoning[_ ](?:text|item).{0,40}(?:must (?:have|include)|requires|missing) (?:a |at least one )?(?:text|summary|content)/,
    ),
  ],
}
