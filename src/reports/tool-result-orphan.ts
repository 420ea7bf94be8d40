import { fields } from '../detection/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/sentence-rule.ts'
import { wording } from '../detection/wording.ts'

export const toolResultOrphan: Reports = {
  extras: { ids: true },
  fields: [
    ...fields(
      '$messages.tool_call_id tool_result.tool_use_id $input.call_id function_response.id',
      'unpaired unverifiable',
    ),
  ],
  sentences: says(
    'result lacks call',
    'result needs call',
    'result needs assistant call',
    'result lacks assistant call',
    'lacks call result',
    'lacks call',
    'result unmatched call',
    'result unmatched',
    'unmatched result',
    'unmatched callID',
    'unmatched callID result',
    'callID notFound',
    'callID unmatched',
    'callID lacks',
    'callID notFound call',
    'result callID notFound',
    'result callID unmatched',
    'result differs call large',
    'result large call',
    'result large differs call',
    'differs result large differs call',
    'result callID unmatched call',
  ),
  wordings: [
    wording('any', /tool (?:message|result)s? must be preceded by/),
    wording(
      'anthropic',
      /unexpected tool_use_id found in \w{0,30}tool_result/,
      'github.com/tghamm/Anthropic.SDK/issues/184',
    ),
    wording('anthropic', /each \w{0,30}tool_result block must have a corresponding \w{0,12}tool_use block/),
    wording('anthropic', /tool_result block\(?s?\)? provided when previous message does not contain/),
    wording('claude-code', /orphaned tool_result in conversation history/, 'code.claude.com/docs/en/errors'),
    wording(
      'bedrock',
      /number of toolresult blocks at messages?\.[^:]{1,16}\.?content exceeds the number of tooluse blocks/,
      'Bedrock Converse',
    ),
    wording('openai', /role tool must (?:be a response|follow)/, 'OpenAI chat; DeepSeek, Qwen say the same'),
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
    wording('any', /(?:function_?response|tool_?result)(?:\.id)? .{0,80}(?:does not|doesnt|did not) match any (?!of)/),
    wording(
      'any',
      /(?:unexpected|orphan(?:ed)?|unmatched|stray) (?:tool[_ ]?use[_ ]?id|(?:tool|function)[_ ]?(?:call[_ ]?)?(?:results?|responses?|outputs?|messages?))(?!s? (?:are|is|were|was) missing)/,
      undefined,
      'general',
    ),
    wording(
      'any',
      /(?:tool|function)[_ ]?(?:call[_ ]?)?(?:results?|responses?|outputs?|messages?) ?(?:blocks?|items?)? .{0,40}(?:must (?:have|follow|be preceded by|be a response)|without|has no|have no|does not match|do not match) .{0,40}(?:tool|function)[_ ]?(?:use|calls?)(?!_?id)/,
      undefined,
      'general',
    ),
    wording('any', /no (?:tool|function)[_ ]?(?:use|call)s? (?:was |were )?found for/, undefined, 'general'),
  ],
}
