import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * Two calls carry the same id where ids must be unique.
 *
 * Repair: Re-id the later occurrence together with its own result.
 */
export const toolCallIdDuplicate: Strategy = defineStrategy({
  type: 'tool_call_id_duplicate',

  reportedAs: [
    wording('anthropic', /tool_?use ids must be unique/),
    wording('claude-code', /duplicate tool_?use ids? in conversation history/, 'code.claude.com/docs/en/errors'),
    wording('bedrock', /tooluse blocks at messages\.[^.:]{1,8}\.content contain dup/, 'Bedrock Converse'),
    wording('any', /reuses id [\w.:-]{1,120}already seen/),
    wording('openai', /duplicate (?:tool[_ ]?call[_ ]?ids?|(?:function_call )?call_id)/),
    wording('moonshot', /tool_call_id:? ?[\w.:-]{0,120}(?:is )?duplicated?/),
  ],

  visit: {},
})
