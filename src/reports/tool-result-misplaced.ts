import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const toolResultMisplaced: Reports = {
  extras: { ids: true },
  sentences: says(
    'result first/immediately/sameTurn/onlyIn',
    'result immediately/sameTurn/differs call',
    'call immediately/sameTurn/onlyIn',
    'call result immediately',
    'result needs call immediately',
    'call immediately/unsupported user',
    'immediately/differs result call',
    'call sameTurn result',
    'assistant sameTurn call',
    'differs result',
    'result differs unmatched call',
    'differs result unmatched differs call',
    'result onlyIn user/result',
    'onlyIn result call',
    'call onlyIn assistant',
    'onlyIn assistant call',
    'unsupported message result',
    'unmatched toolRole',
    'unmatched role toolRole',
    'unmatched text result',
    'result unsupported user/assistant/toolDefinitions',
    'result needs first/toolRole',
    'user first unanswered result',
    'user/result/toolRole/system unsupported call',
    'system unsupported result',
    'result needs user',
    'call needs assistant',
    'call/result invalid user/assistant',
    'user unsupported call result',
    'assistant unsupported result',
    'user unsupported result',
    'result found assistant',
    'assistant found result',
    'message unsupported call result',
    'message first result',
    'message result first user/assistant',
    'result first user call',
  ),
  wordings: [
    wording('anthropic', /tool_(?:use|result) blocks? can only/),
    wording('bedrock', /conversation blocks and tool (?:use|result) blocks/),

    // code 3230, github.com/charmbracelet/crush/issues/279
    wording('mistral', /unexpected role tool after role/),

    // github.com/google-gemini/gemini-cli/issues/4504
    wording('gemini', /number of function response parts/),
    wording('any', /(?:function|tool)[_ ]?(?:call|response) turn (?:comes|must|is followed)/, 'general'),
  ],
}
