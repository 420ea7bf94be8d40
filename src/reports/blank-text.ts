import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const blankText: Reports = {
  fields: [
    ...fields('content.text text.text parts.text $system $system.text content.# $contents.parts.text', 'null empty'),
    ...fields('$messages.content.text text.text $contents.parts.text $system.text', 'required'),
  ],
  sentences: says(
    'content text empty',
    'content/text lacks text',
    'text empty/whitespace/lacks/absent/notFound',
    'empty/needs text',
    'text needs whitespace/empty/text',
    'system text whitespace',
  ),
  wordings: [
    // Bedrock Converse, github.com/aws-samples/bedrock-engineer/issues/8
    wording('bedrock', /text field in the \w{0,20}contentblock object (?:at|is)/),

    wording('gemini', /must have a text parameter/),
    wording(
      'any',
      /text (?:blocks?|fields?|parts?|content) ?[\w. ]{0,50}(?:must|should|can not|is|are) ?(?:be |not be |contain )?(?:non-?empty|empty|blank|non-?whitespace)/,
      'general',
    ),
    wording('gemini', /has an empty text/),
  ],
}
