import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import { resultAsText } from './result-as-text.ts'

/**
 * A result answers no call in the position the format demands.
 *
 * Repair: a result that one open call can own is a displaced one (`tool_result_misplaced`); what is left keeps its text as
 * ordinary, marked text of the same turn. A placeholder of an earlier repair holds nothing and goes.
 */
export const toolResultOrphan: Strategy<'tool_result_orphan'> = defineStrategy({
  type: 'tool_result_orphan',

  meta: {
    title: 'a tool result without its call',
    meaning: 'A result answers no call in the position the format demands.',
    repair: 'Move it to the only open call that can own it; else keep its text as ordinary user text, marked.',
    mayLose: 'The link to a call that is not there; the text stays.',
    says: 'messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_01',
    link: 'https://code.claude.com/docs/en/errors',
    frequent: true,
  },

  extras: { ids: true },

  reportedAs: [
    wording('any', /tool (?:message|result)s? must be preceded by/),
    wording(
      'anthropic',
      /unexpected tool_use_id found in \w*tool_result/,
      'github.com/tghamm/Anthropic.SDK/issues/184',
    ),
    wording('anthropic', /each \w*tool_result block must have a corresponding \w*tool_use block/),
    wording('anthropic', /tool_result block\(?s?\)? provided when previous message does not contain/),
    wording('claude-code', /orphaned tool_result in conversation history/, 'code.claude.com/docs/en/errors'),
    wording(
      'bedrock',
      /number of toolresult blocks at messages?\.[^:]{1,16}\.?content exceeds the number of tooluse blocks/,
      'Bedrock Converse',
    ),
    wording(
      'openai',
      /messages? with role tool must (?:be a response|follow)/,
      'OpenAI chat; DeepSeek, Qwen say the same',
    ),
    wording('openai', /no tool call found for [\w ]{1,40}output/, 'OpenAI Responses'),
    wording('openai', /tool_call_id of [\w.:-]{1,120}not found in tool_calls of previous message/),
    wording(
      'gateway',
      /function_call_output requires (?:item_reference|previous_response_id|a matching)/,
      'sub2api and relays in front of the Codex backend',
    ),
    wording('moonshot', /tool_call_id:? ?[\w.:-]{0,120}(?:is )?not found/),
    wording('minimax', /tool results? tool id/, 'code 2013, github.com/MiniMax-AI/MiniMax-M2/issues/76'),
    wording('mistral', /unexpected role roleenum\.tool/),
    wording('mistral', /unexpected tool call id [\w.:-]{1,120}in tool results/, 'code 3230'),
    wording(
      'any',
      /tool[_ ]?(?:result|output|response|message)s?.{0,60}(?:without|has no|have no|does not match|no) (?:a |any )?(?:matching|corresponding|preceding|prior) (?:tool|assistant|function)/,
      undefined,
      'general',
    ),
  ],

  // The transcript shows most orphans; the error tells of those whose call the server was believed to hold.
  learn: ({ toolCallIds }) => ({ rules: { lostElsewhere: toolCallIds === undefined ? 'all' : new Set(toolCallIds) } }),

  visit: {
    orphan(result, { format, report }) {
      const text = resultAsText(result, format, 'The result of a tool call that is not in this conversation')
      report({
        at: result,
        detail: { callId: result.callId ?? '' },
        loss: text.length === 0 ? 'none' : 'synthesised',
        fix: (edit) => edit.replaceInTurn(result, text),
      })
    },
  },
})
