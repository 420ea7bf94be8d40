import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A tool call (client or server-executed) has no result where the format demands it.
 *
 * Repair: Insert the real result from the part store when one exists; else a truthful, deterministic, marked synthetic error result (never started / interrupted, outcome unknown). Keep the live frontier open when the caller is about to answer it.
 */
export const toolResultMissing: Strategy = defineStrategy({
  type: 'tool_result_missing',

  reportedAs: [],

  visit: {},
})
