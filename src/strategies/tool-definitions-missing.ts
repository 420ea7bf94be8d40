import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * History holds tool blocks but the request defines no (such) tools, or references an undefined one.
 *
 * Repair: Add the minimal definition when the request can be edited; else downgrade the blocks to text.
 */
export const toolDefinitionsMissing: Strategy = defineStrategy({
  type: 'tool_definitions_missing',

  reportedAs: [],

  visit: {},
})
