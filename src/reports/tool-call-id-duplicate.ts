import { fields } from '../detection/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/sentence-rule.ts'
import { wording } from '../detection/wording.ts'

export const toolCallIdDuplicate: Reports = {
  extras: { ids: true },
  fields: [
    ...fields(
      'tool_use.id tool_use.tool_use_id tool_calls.id $input.call_id $messages.tool_calls tool_calls.#',
      'duplicate',
    ),
  ],
  sentences: says(
    'duplicate call',
    'call duplicate',
    'callID duplicate',
    'duplicate callID',
    'callID callID duplicate',
    'duplicate call callID',
  ),
  wordings: [
    wording('anthropic', /tool_?use ids must be unique/),
    wording('claude-code', /duplicate tool_?use ids? in conversation history/, 'code.claude.com/docs/en/errors'),
    wording('bedrock', /tooluse blocks at messages\.[^.:]{1,8}\.content contain dup/, 'Bedrock Converse'),
    wording('any', /reuses id [\w.:-]{1,120}already seen/),
    wording('openai', /duplicate (?:tool[_ ]?call[_ ]?ids?|(?:function_call )?call_id)/),
    wording('moonshot', /tool_call_id:? ?[\w.:-]{0,120}(?:is )?duplicated?/),
  ],
}
