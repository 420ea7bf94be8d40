import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const reasoningContentMissing: Reports = {
  fields: [
    ...fields(
      '$messages.reasoning_content $messages.reasoning_details $messages.reasoning',
      'required null empty type',
    ),
  ],
  sentences: says(
    'lacks/needs/passBack reasoningField',
    'reasoningField absent/shape/notFound/needs/passBack/empty',
    'reasoningField thinking passBack',
    'thinkingBlock/thinking passBack',
    'assistant/call needs/lacks reasoningField',
  ),
  wordings: [
    wording('deepseek', /missing reasoning_content field/),

    // api-docs.deepseek.com/guides/thinking_mode
    wording('deepseek', /(?:reasoning_content|reasoning_text|thinking) in the thinking mode /),

    // github.com/continuedev/continue/issues/11600
    wording('moonshot', /reasoning_content is (?:missing|required)/),
  ],
}
