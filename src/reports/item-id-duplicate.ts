import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const itemIdDuplicate: Reports = {
  fields: [...fields('$input.id', 'duplicate')],
  sentences: says(
    'reasoningItem duplicate',
    'duplicate item/itemID/reference',
    'item duplicate/answered',
    'reference answered',
    'itemID duplicate',
  ),
  wordings: [
    wording('any', /duplicate (?:input )?items? (?:found|with)/, 'general'),
    wording('openai', /remove duplicate items from your input/),
  ],
}
