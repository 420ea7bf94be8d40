import type { AgentInputItem, Session } from '@openai/agents'
import { withMethod } from '../shared/with-method.ts'
import { type AgentsItemOptions, resolveItemOptions } from './agents-options.ts'
import { repairItems } from './repair-items.ts'

/**
 * A session whose stored items are repaired when they are loaded, so that a run that died leaves one that can go on. What is
 * stored changes only when the runner writes. A run that waits for an approval goes on from its own state, not from here. All other
 * abilities are those of the session. A session sees no model: `api` and `modelSettings` say which one will get the items.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * await runner.run(agent, 'Go on.', { session: recoveringSession(new MemorySession()) })
 */
export function recoveringSession<Inner extends Session>(session: Inner, options: AgentsItemOptions = {}): Inner {
  const resolved = resolveItemOptions(options)
  const getItems = async (...args: Parameters<Session['getItems']>): Promise<AgentInputItem[]> => {
    const items = await session.getItems(...args)
    // A limited load may begin in the middle of a pair, so it is not repaired.
    return args[0] === undefined ? repairItems(items, resolved) : items
  }
  return withMethod(session, 'getItems', getItems, 'session')
}
