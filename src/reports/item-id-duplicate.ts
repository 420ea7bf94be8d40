import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const itemIdDuplicate: Reports = {
  wordings: [
    wording('openai', /duplicate item found with id/, 'github.com/continuedev/continue/issues/10723'),
    wording('openai', /remove duplicate items from your input/),
  ],
}
