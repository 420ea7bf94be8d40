import { having, type OptionRule, required } from '../errors/check-options.ts'
import type { SessionStore } from './session-store.ts'

/** An optional store of any kind. */
export const anyStore: OptionRule<SessionStore | undefined> = having<SessionStore>(
  'a store, as `createSqliteStore` makes',
  'execute',
)

/** A required store of any kind. */
export const storeRule: OptionRule<SessionStore> = required(anyStore)
