import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const searchResultInvalid: Reports = {
  fields: [
    ...fields(
      '$messages.*.encrypted_content $messages.*.encrypted_index $messages.*.encrypted_stdout search_result.encrypted_content citations.encrypted_index',
      'required null empty long pattern value type invalid unverifiable',
    ),
  ],
  sentences: says(
    'searchResult unverifiable/invalid/shape/empty',
    'unverifiable/invalid searchResult',
    'invalid/unverifiable encrypted searchResult',
    'encrypted searchResult unverifiable',
    'searchResult encrypted invalid/unverifiable',
    'result encrypted invalid/unverifiable/unreadable',
    'encrypted searchResult unreadable',
  ),
  things: ['searchResult'],
  wordings: [
    wording('any', /invalid encrypted_\w{1,20} in \w{0,30}(?:search|code_execution)/),
    wording('any', /decrypt (?:the )?(?:web )?search/, 'general'),
  ],
}
