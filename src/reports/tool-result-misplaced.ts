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
  ),
  wordings: [
    wording('gemini', /please ensure that (?:the )?function call turns? comes? immediately after/, 'Gemini turn order'),
    wording('gemini', /please ensure that (?:the )?function response turns? comes? immediately after/),
    wording('gemini', /number of function response parts/, 'github.com/google-gemini/gemini-cli/issues/4504'),
    wording('bedrock', /tool (?:result|use) blocks cannot be provided in the same turn/, 'Bedrock Converse'),
    wording('cohere', /cannot specify both message and tool_results/, 'github.com/cohere-ai/cohere-python/issues/525'),
    wording('anthropic', /tool_(?:use|result) blocks? can only/),
    wording(
      'anthropic',
      /tool_result blocks? (?:must|should) (?:come|be|appear) (?:first|before|at the (?:start|beginning))/,
    ),
    wording('mistral', /unexpected role tool after role/, 'code 3230, github.com/charmbracelet/crush/issues/279'),
    wording('minimax', /tool call result does not follow tool call/, 'code 2013'),
    wording('any', /tool (?:messages?|results?) must (?:immediately |directly )follow/),
    wording(
      'any',
      /(?:function|tool)[_ ]?(?:call|response|result) turn (?:comes|must|should|has to)/,
      undefined,
      'general',
    ),
  ],
}
