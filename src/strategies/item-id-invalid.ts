import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * An item id has the wrong prefix, length or characters.
 *
 * Repair: Drop the id (or re-id) consistently.
 */
export const itemIdInvalid: Strategy = defineStrategy({
  type: 'item_id_invalid',

  reportedAs: [
    wording('openai', /expected an id that (?:begins|starts) with/, 'OpenAI Responses'),
    wording('openai', /expected an id that contains/),
    wording('openai', /invalid input\.[^.:]{1,8}\.id: /, 'github.com/can1357/oh-my-pi/issues/284'),
    wording('openai', /input\.[^.:]{1,8}\.id: (?:string|empty|expected)/),
  ],

  visit: {},
})
