import { lengthLimits } from '../detection/error-extras.ts'
import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const toolCallsMalformed: Reports = {
  extras: { limits: lengthLimits },
  wordings: [
    wording(
      'openai',
      /messages\.[^.:]{1,8}\.tool_calls: (?:empty array|array too (?:long|short)|expected|list should|input should)/,
      'OpenAI chat',
    ),
    wording('openai', /is too short ?- ?messages\.[^.:]{1,8}\.tool_calls/, 'Azure'),
    wording('groq', /messages\.[^.:]{1,8}\.tool_calls ?: ?(?:minimum|maximum|value)/),
    wording('any', /tool_calls (?:must not|cannot|can not|should not) be (?:an )?empty/),
    wording('any', /too many (?:parallel )?tool[_ ]?calls (?:in|per|for)/),
  ],
}
