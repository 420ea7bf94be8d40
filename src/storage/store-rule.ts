import { having, type OptionRule, required } from '../errors/check-options.ts'
import type { SessionStore } from './session-store.ts'

/** A store of any kind, where there is another way without one. */
export const anyStore: OptionRule<SessionStore | undefined> = having<SessionStore>(
  'a store, as `createSqliteStore` makes',
  'execute',
)

/** A store of any kind, as an option or before the options. */
export const storeRule: OptionRule<SessionStore> = required(anyStore)
