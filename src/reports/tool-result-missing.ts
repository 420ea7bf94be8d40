import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const toolResultMissing: Reports = {
  extras: { ids: true },
  wordings: [
    wording(
      'anthropic',
      /tool_?use ids were found without \w{0,30}tool_?result/,
      'github.com/anthropics/claude-code/issues/3512',
    ),
    wording('anthropic', /did not find \d+ tool_?result block/),
    wording('anthropic', /messages following tool_?use blocks must begin with a matching number of tool_?result/),
    wording('anthropic', /tool use with id [\w.-]{1,120}was found without/, 'server tools: web_search, code_execution'),
    wording('claude-code', /due to tool use concurrency issues/, 'code.claude.com/docs/en/errors'),
    wording('bedrock', /expected toolresult blocks? at messages\./, 'Bedrock Converse'),
    wording(
      'openai',
      /an? assistant message with (?:tool_calls|function_call) must be followed by (?:tool|function) messages/,
      'OpenAI chat; DeepSeek, Moonshot, Qwen say the same',
    ),
    wording('openai', /tool_call_ids did not have response messages/),
    wording('deepseek', /insufficient tool messages/),
    wording('openai', /no tool output found for/, 'OpenAI Responses'),
    wording('mistral', /not the same number of function calls and responses/, 'code 3230'),
    wording('minimax', /tool call and result not match/, 'code 2013'),
    wording('langgraph', /found aimessages with tool_calls that do not have/, 'INVALID_CHAT_HISTORY'),
    wording('langgraph', /(?:errors\/|code: ?)invalid_chat_history/, undefined, 'general'),
    wording('langchain', /(?:errors\/|code: ?)invalid_tool_results/, 'LangChain lc_error_code', 'general'),
    wording('ai-sdk', /tool results? (?:is|are) missing for tool calls?/, 'AI_MissingToolResultsError'),
    wording('ai-sdk', /ai_missingtoolresultserror/),
    wording('pydantic-ai', /new user prompt when the message history|unprocessed tool calls/),
    wording(
      'any',
      /tool[_ ]?(?:calls?|uses?) \w{0,12} ?must be followed by (?:a )?(?:corresponding |matching )?tool[_ ]?(?:results?|messages?|responses?|outputs?)/,
    ),
    wording(
      'any',
      /(?:tool[_ ]?(?:calls?|use)|function call).{0,80}(?:without|has no|have no|lacks?|missing) (?:a |an |its |any )?(?:corresponding |matching )?tool[_ ]?(?:results?|responses?|outputs?|messages?)(?!s? (?:blocks? )?found in)/,
      undefined,
      'general',
    ),
    wording(
      'any',
      /each tool[_ ]?(?:call|use) (?:block )?must (?:have|be (?:accompanied|followed|answered) (?:with|by)) (?:a|exactly one) (?:corresponding |matching )?(?:tool[_ ]?)?(?:result|response)/,
      undefined,
      'general',
    ),
    wording(
      'any',
      /(?:tool|function)[_ ]?(?:use|call)s?[_ ]?(?:ids?|blocks?)? .{0,60}(?:without|missing|lacks?|not have|not followed by|must be followed by|unanswered|begin with) .{0,40}(?:tool|function)[_ ]?(?:call[_ ]?)?(?:results?|responses?|outputs?|messages?)/,
      undefined,
      'general',
    ),
    wording(
      'any',
      /(?:missing|insufficient|not enough|expected) (?:tool|function)[_ ]?(?:call[_ ]?)?(?:results?|responses?|outputs?|messages?)/,
      undefined,
      'general',
    ),
    wording(
      'any',
      /did not find \d{1,4} (?:tool|function)[_ ]?(?:call[_ ]?)?(?:results?|responses?|outputs?|messages?)/,
      undefined,
      'general',
    ),
  ],
}
