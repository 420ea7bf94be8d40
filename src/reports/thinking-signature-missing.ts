import { fields } from '../detection/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/sentence-rule.ts'
import { wording } from '../detection/wording.ts'

export const thinkingSignatureMissing: Reports = {
  fields: [
    ...fields(
      'thinking.signature content.signature parts.signature reasoning_text.signature thought_signature reasoning.signature reasoning_content.signature',
      'required null empty',
    ),
  ],
  sentences: says(
    'lacks thoughtSignature',
    'thoughtSignature absent',
    'thoughtSignature notFound',
    'needs thoughtSignature',
    'thinkingBlock lacks signature',
    'thinking lacks signature',
    'thinkingBlock needs signature',
    'call lacks thoughtSignature',
    'call needs thoughtSignature',
    'lacks signature thinkingBlock',
    'signature absent thinkingBlock',
    'signature needs thinkingBlock',
    'thinkingBlock empty signature',
    'empty signature thinkingBlock',
    'call absent thoughtSignature',
    'absent thoughtSignature',
  ),
  wordings: [
    // ai.google.dev/gemini-api/docs/thought-signatures
    wording('gemini', /missing (?:a |an |the |required )?thought[_ ]?sig|block is missing a thought/),
  ],
}
