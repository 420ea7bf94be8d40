import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const compactionBlockInvalid: Reports = {
  fields: [...fields('compaction.* compaction', 'required null empty value list type unverifiable invalid')],
  sentences: says(
    'compaction needs assistant content',
    'compaction invalid/needs/last/first/unverifiable/unreadable/unsupported/onlyIn/foreign/modified/unmatched/duplicate/empty/lacks/absent',
    'invalid/duplicate/unverifiable/unreadable compaction',
    'single compaction',
    'compaction content unverifiable',
  ),
  things: ['compaction'],
  wordings: [
    wording('anthropic', /compaction block must/),
    // as its sentence of thinking names the type of the block that holds the signature
    wording('anthropic', /invalid signature in compaction block/, 'decisive'),
    // error codes of @anthropic-ai/sdk
    wording('anthropic', /compaction_(?:block_|incomplete_|signature_|tool_changes_)/, 'decisive'),
    wording('any', /compaction ?(?:_?trigger)? ?(?:item )?(?:must|is (?:invalid|misplaced))/, 'general'),
  ],
}
