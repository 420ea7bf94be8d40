import { lengthLimits } from '../detection/shapes/error-extras.ts'
import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const itemIdInvalid: Reports = {
  extras: { limits: lengthLimits },
  fields: [...fields('$input.id', 'null empty long pattern value type unsupported invalid')],
  sentences: says('itemID large/format/first/onlyIn/invalid/needs/empty/shape', 'invalid/unsupported itemID'),
  wordings: [
    // Of OpenAI Responses; files, threads and stored responses have ids of their own.
    wording('openai', /expected an id that begins with (?!file|thread|resp|conv|batch|asst|run)/),
    wording('openai', /expected an id that contains/),
  ],
}
