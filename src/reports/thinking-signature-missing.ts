import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const thinkingSignatureMissing: Reports = {
  fields: [
    ...fields(
      'thinking.signature content.signature parts.signature reasoning_text.signature thought_signature reasoning.signature reasoning_content.signature',
      'required null empty',
    ),
  ],
  sentences: says(
    'lacks/needs/absent thoughtSignature',
    'thoughtSignature absent/notFound',
    'thinkingBlock lacks/needs/empty signature',
    'thinkingBlock/thinking/assistant needs empty signature',
    'thinking lacks/needs signature',
    'call lacks/needs/absent thoughtSignature',
    'lacks/empty signature thinkingBlock',
    'thoughtSignature empty',
    'signature absent/needs thinkingBlock',
    'signature thinkingBlock absent/needs/empty',
  ),
  wordings: [
    wording('openrouter', /reasoning details to be preserved/),
    // ai.google.dev/gemini-api/docs/thought-signatures
    wording('gemini', /missing (?:a )?thought[_ ]?sig|block is missing a thought/),
  ],
}
