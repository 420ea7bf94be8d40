import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const toolCallIdDuplicate: Reports = {
  extras: { ids: true },
  fields: [
    ...fields(
      'tool_use.id content.id tool_use.tool_use_id tool_calls.id $input.call_id $messages.tool_calls tool_calls.#',
      'duplicate',
    ),
  ],
  sentences: says('duplicate call/callID', 'call/callID duplicate', 'duplicate call callID'),
  wordings: [
    wording('anthropic', /tool_?use ids must/),
    // github.com/openclaw/openclaw/pull/51155
    wording('moonshot', /tool call id \S{1,120} is duplicated/),
  ],
}
