import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const thinkingSignatureInvalid: Reports = {
  fields: [
    ...fields(
      'thinking.signature content.signature parts.signature reasoning_text.signature thought_signature reasoning.signature reasoning_content.signature',
      'long pattern value type unsupported invalid unverifiable',
    ),
    ...fields(
      'redacted_thinking.data redacted_thinking',
      'required null empty long pattern value type invalid unverifiable',
    ),
    ...fields(
      '$input.encrypted_content $input.content.encrypted_content reasoning.encrypted_content',
      'null empty long type pattern value invalid unverifiable',
    ),
  ],
  sentences: says(
    'thoughtSignature invalid/shape/unverifiable/unreadable/unmatched/foreign/unsupported',
    'thinkingBlock signature unsupported',
    'invalid thoughtSignature/encrypted/thinkingBlock',
    'unsupported encrypted',
    'unverifiable thoughtSignature/encrypted/reasoningItem/thinkingBlock',
    'unreadable thoughtSignature/thinkingBlock',
    'thinking foreign',
    'thinkingBlock foreign/unverifiable/invalid/unreadable',
    'invalid/unreadable/unmatched signature thinkingBlock',
    'signature thinking/thinkingBlock invalid',
    'signature thinkingBlock foreign',
    'thinking signature invalid/unverifiable',
    'thinkingBlock signature invalid/unmatched/unverifiable',
    'encrypted unverifiable/invalid/foreign/unreadable/unsupported',
    'invalid encrypted thinkingBlock',
    'encrypted shape',
    'encrypted content shape',
    'reasoningItem unverifiable',
    'signature unmatched thinkingBlock',
  ),
  things: ['thoughtSignature', 'encrypted'],
  wordings: [
    wording('gemini', /corrupted thought[_ ]?signature/),

    wording('openai', /encrypted_content was not issued to this/),
    wording('openai', /(?<!invalid)encrypted[_ ]content.{0,300}could not be verified/),
  ],
}
