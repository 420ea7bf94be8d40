import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/sentence-rule.ts'
import { wording } from '../detection/wording.ts'

export const toolResultMisplaced: Reports = {
  extras: { ids: true },
  sentences: says(
    'result first',
    'result immediately',
    'result immediately call',
    'call immediately',
    'call immediately user',
    'immediately result call',
    'result sameTurn',
    'call sameTurn',
    'call sameTurn result',
    'result sameTurn call',
    'differs result call',
    'differs result',
    'result differs call',
    'result onlyIn',
    'call onlyIn',
    'result onlyIn user',
    'call onlyIn assistant',
    'unsupported message result',
    'unmatched toolRole',
    'unmatched role toolRole',
    'unmatched text result',
    'call unsupported user',
    'result unsupported user',
    'result unsupported assistant',
    'result needs first',
  ),
  wordings: [
    wording('anthropic', /tool_(?:use|result) blocks? can only/),

    // code 3230, github.com/charmbracelet/crush/issues/279
    wording('mistral', /unexpected role tool after role/),

    // github.com/google-gemini/gemini-cli/issues/4504
    wording('gemini', /number of function response parts/),
    wording('any', /(?:function|tool)[_ ]?(?:call|response|result) turn (?:comes|must|should|has to)/, 'general'),
  ],
}
