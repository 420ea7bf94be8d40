import type { StrategyName } from '../strategy-name.ts'
import { commandRetry } from './command-retry.ts'
import { promptInterrupt, promptReset, sessionRefresh } from './prompt-strategies.ts'
import { migrate, reconnect, replicate, restart, restore } from './start-strategies.ts'
import type { Strategy } from './strategy.ts'

/** All strategies by name. `fallback` archives the snapshot for a person: that is no success, and needs no probe. */
export const strategies: Readonly<Record<StrategyName, Strategy>> = {
  restart,
  reconnect,
  restore,
  replicate,
  migrate,
  fallback: async () => ({ result: 'archived' }),
  'prompt-interrupt': promptInterrupt,
  'prompt-reset': promptReset,
  'session-refresh': sessionRefresh,
  'command-retry': commandRetry,
}
