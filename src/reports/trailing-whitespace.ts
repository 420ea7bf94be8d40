import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const trailingWhitespace: Reports = {
  wordings: [
    wording('anthropic', /final assistant content cannot end/),
    wording('any', /cannot end with trailing whitespace/),
  ],
}
