import { fields } from '../detection/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/sentence-rule.ts'

export const reasoningContentMissing: Reports = {
  fields: [
    ...fields(
      '$messages.reasoning_content $messages.reasoning_details $messages.reasoning',
      'required null empty type',
    ),
  ],
  sentences: says(
    'lacks reasoningField',
    'reasoningField absent',
    'reasoningField notFound',
    'needs reasoningField',
    'reasoningField needs',
    'reasoningField passBack',
    'reasoningField thinking passBack',
    'thinkingBlock passBack',
    'thinking passBack',
    'reasoningField empty',
    'reasoningField unsupported empty',
    'assistant needs reasoningField',
    'passBack reasoningField',
  ),
  wordings: [],
}
