import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const blankText: Reports = {
  wordings: [
    wording('anthropic', /text (?:content )?blocks must (?:be non-?empty|contain non-whitespace)/),
    wording(
      'bedrock',
      /text field in the \w*contentblock object at/,
      'Bedrock Converse, github.com/aws-samples/bedrock-engineer/issues/8',
    ),
    wording('gemini', /(?:has|have) an empty text parameter/),
    wording('gemini', /must have a text parameter/),
    wording('anthropic', /\.text(?:\.text)?: (?:field required|string should have at least)/),
    wording('openai', /content\.[^.:]{1,8}\.text: (?:empty string|string too short)/),
    wording('openai', /missing required parameter: (?:messages|input)\.[^.:]{1,8}\.content\.[^.:]{1,8}\.text(?!\.?\w)/),
  ],
}
