import { fields } from '../detection/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const unknownField: Reports = {
  extras: { field: true },
  fields: [
    ...fields('*', 'unknown'),
    ...fields('$messages.*', 'unsupported'),
    ...fields('$messages.name', 'null type'),
  ],
  wordings: [
    wording('xai', /only messages? of role \w{1,12} can have a /, 'github.com/BerriAI/litellm/issues/9720'),
    wording('zhipu', /messages?\.[^.:]{1,8}\.content\.[^.:]{1,8} has invalid fields?/),
  ],
}
