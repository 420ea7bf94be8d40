import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const toolResultMissing: Reports = {
  extras: { ids: true },
  sentences: says(
    'unanswered result',
    'unanswered result absent',
    'message unanswered result',
    'call lacks/needs/absent/fewer result',
    'call call/callID lacks result',
    'assistant call lacks result callID',
    'lacks result call',
    'lacks/needs result',
    'call/callID unanswered',
    'call unanswered immediately',
    'call immediately result',
    'assistant unanswered callID',
    'assistant call unanswered',
    'call lacks/absent/needs answer',
    'lacks/absent answer call',
    'unanswered call',
    'call result unmatched/differs',
    'differs call result',
    'result absent',
    'result absent/notFound call',
    'result absent callID',
    'callID lacks/notFound result',
    'call needs toolRole',
    'call needs callID result',
    'duplicate unanswered call',
    'conversation lacks answer',
    'conversation last unanswered call',
    'needs result assistant found',
    'needs result call found user',
    'needs result assistant call found user',
    'duplicate call unanswered',
    'first result unanswered',
    'unanswered unanswered callID',
    'obliged user result call',
    'obliged result answer call',
  ),
  wordings: [
    // relays of models that answer under their own codes
    wording('any', /index\.?\d{1,4}\.? should be \.?tool|tool[_ ]?calls? \w{0,12} ?must be followed by/),
    wording('ai-sdk', /unsupported tool part state/),

    // code 3230
    wording('mistral', /not the same number of function calls and responses/),

    // github.com/anthropics/claude-code/issues/3512
    wording('anthropic', /tool_?use ids were found|did not find \d+ tool_?result block/),
    // code.claude.com/docs/en/errors
    wording('claude-code', /due to tool use concurrency issues/),
    // The role is named as what is missing, not as what is wrong.
    wording('any', /role must be tool while (?:\d+ )?tool[_ ]?calls? .{0,600}pending/, 'decisive'),
    // OpenAI Responses
    wording('openai', /no (?:tool )?output found for/),
    wording('langgraph', /(?:errors\/|code: ?)invalid_chat_history/, 'general'),
    // LangChain lc_error_code
    wording('langchain', /(?:errors\/|code: ?)invalid_tool_results/, 'general'),
    wording('anthropic', /messages following tool_?use blocks must begin with a matching number of tool_?result/),
  ],
}
