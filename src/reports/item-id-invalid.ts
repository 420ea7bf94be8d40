import { lengthLimits } from '../detection/error-extras.ts'
import { fields } from '../detection/field-rule.ts'
import type { Reports } from '../detection/reports.ts'

export const itemIdInvalid: Reports = {
  extras: { limits: lengthLimits },
  fields: [...fields('$input.id', 'null empty long pattern value type invalid')],
  wordings: [],
}
