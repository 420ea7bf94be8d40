import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * The container of calls is wrong: empty array, wrong type, too many.
 *
 * Repair: the empty or unreadable container goes; the calls of an over-long one continue in a second message, each with its
 * results.
 */
export const toolCallsMalformed: Strategy = defineStrategy({
  type: 'tool_calls_malformed',

  reportedAs: [
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

  visit: {},
})
