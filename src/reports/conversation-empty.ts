import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const conversationEmpty: Reports = {
  fields: [
    ...fields('$messages $contents', 'required null empty list type'),
    ...fields('$input', 'required null empty list'),
  ],
  sentences: says(
    'conversation empty/absent',
    'lacks message',
    'needs empty message/conversation',
    'conversation needs empty message',
    'empty user assistant absent',
    'needs empty user assistant',
    'empty conversation',
    'reference absent',
    'absent message',
    'empty message/item absent',
  ),
  wordings: [
    wording('openrouter', /input required: specify prompt or messages/),
    // github.com/openai/codex: the backend of the subscription
    wording('codex', /(?:^(?:400)?|\{detail: ?)input must be a list\.?\}?$/),
    wording('litellm', /requires at least one non-system message/),
    // github.com/microsoft/vscode-copilot-release/issues/11874
    wording('github-copilot', /no messages (?:were |are )?provided/),
    wording('gemini', /(?:contents|(?:content|part)(?:list)?union) (?:field )?(?:is not specified|is required)/),
    wording(
      'any',
      /(?:provide|specify|include) (?:a |the )?messages (?:parameter|field|array|list)|request must include contents/,
    ),
    // github.com/diegosouzapw/OmniRoute/issues/8994
    wording('any', /expected (?:input|body) to contain (?:field|key):? ?\.?messages(?![\w.])/),
    wording('any', /required (?:key|property|parameter):? ?\.?(?:messages|contents) (?:is )?(?:not found|missing)/),
    // portkey.ai/error-library/input-validation-error-10154
    wording('any', /input includes? one or more messages/),
    wording('qwen', /either \.?prompt\.? or messages|messages and prompt must not/),
  ],
}
