import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const thinkingSignatureMissing: Reports = {
  wordings: [
    wording('anthropic', /thinking\.signature: field required/),
    wording(
      'gemini',
      /missing (?:a |an |the |required )?thought[_ ]?sig|block is missing a thought/,
      'ai.google.dev/gemini-api/docs/thought-signatures',
    ),
    wording('gemini', /thought[_ ]?signature (?:is|was) (?:missing|required|not (?:found|provided|set))/),
    wording('bedrock', /reasoningtext\.signature.{0,40}(?:required|missing|null|empty)/),
    wording(
      'any',
      /(?:thinking|reasoning) blocks? (?:is |are )?(?:missing|without|must (?:have|include|contain)) (?:a |the |its )?(?:valid )?signature/,
    ),
  ],
}
