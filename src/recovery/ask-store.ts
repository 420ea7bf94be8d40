import { type TimeLimit, withTimeLimit } from './time-limit.ts'

/**
 * Asks a session store for something, for a limited time: one that does not answer holds nothing up for ever (I10).
 *
 * @throws {TimeLimitError} and whatever the store throws
 */
export function askStore<Value>(limit: TimeLimit, ask: () => Value | PromiseLike<Value>): Promise<Value> {
  return withTimeLimit('The store', limit, ask)
}
