import { createHash, randomBytes } from 'node:crypto'
import { checkArgument, checkOptions, optional, wholeNumber, withoutDefault } from '../errors/check-options.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { storeRule } from '../storage/store-rule.ts'

/** What a handle stands for. */
export type ResolvedHandle =
  | { readonly found: true; readonly sessionID: string; readonly expiresAt: number | null }
  | { readonly found: false; readonly why: 'unknown' | 'expired' | 'denied' }

/** Who may use a handle, and for how long (`ttlMs`, in ms). */
export interface HandleOptions {
  /** Who may resolve it: another owner is denied. Default: whoever has the handle. */
  readonly owner?: string
  /** After this time it resolves no more, in ms. Default: never. */
  readonly ttlMs?: number
}

/** Durable handles for servers that have no protocol sessions: the client keeps the handle and hands it in as an argument. */
export interface StateHandles {
  /** A new handle. It is the credential: only its digest is stored. */
  issue(options?: HandleOptions): Promise<string>
  resolve(handle: string, options?: Pick<HandleOptions, 'owner'>): Promise<ResolvedHandle>
  /** Ends a handle with all that is stored under it. False: there was none. */
  revoke(handle: string): Promise<boolean>
}

const rules = { now: optional<() => number>('function') }
/** A time that is none would be stored as none: the handle would live for ever. */
const handleRules = { owner: optional<string>('string'), ttlMs: withoutDefault(wholeNumber(1, 1)) }

const form = /^srh_[\w-]{32}$/
/** Beside the values of those who have the handle, which have no owner: none of their keys may mean it. */
const record = { key: 'handle', owner: 'mcp-handle' } as const

/**
 * State handles over a store. A restart of the server loses none of them, and there is no session to lose (revision 2026-07-28):
 * what must live between calls lives in the store under `sessionID`.
 *
 * @throws {OptionsError} when an option does not fit, also from `issue`
 * @example
 * const handles = createStateHandles(createSqliteStore('state.db'))
 * const handle = await handles.issue({ owner: user, ttlMs: 86_400_000 })
 * const found = await handles.resolve(handle, { owner: user })
 */
export function createStateHandles(store: SessionStore, options: { readonly now?: () => number } = {}): StateHandles {
  checkArgument('store', store, storeRule)
  const { now = Date.now } = checkOptions(options, rules)
  return {
    async issue(handleOptions = {}) {
      const { owner, ttlMs } = checkOptions(handleOptions, handleRules)
      const handle = `srh_${randomBytes(24).toString('base64url')}`
      const expiresAt = ttlMs === undefined ? null : now() + ttlMs
      const value = { owner: owner === undefined ? null : digest(owner), expiresAt }
      await store.state.set(sessionOf(handle), record.key, value, { create: true, owner: record.owner })
      return handle
    },
    async resolve(handle, { owner } = {}) {
      if (!form.test(handle)) return { found: false, why: 'unknown' }
      const sessionID = sessionOf(handle)
      const stored = await store.state.get(sessionID, record.key, { owner: record.owner })
      if (!stored.found) return { found: false, why: 'unknown' }
      const held = stored.value as { readonly owner: string | null; readonly expiresAt: number | null }
      if (held.owner !== null && (owner === undefined || digest(owner) !== held.owner))
        return { found: false, why: 'denied' }
      if (held.expiresAt !== null && held.expiresAt <= now()) return { found: false, why: 'expired' }
      return { found: true, sessionID, expiresAt: held.expiresAt }
    },
    revoke: (handle) => store.messages.remove(sessionOf(handle)),
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
const sessionOf = (handle: string): string => `handle-${digest(handle).slice(0, 32)}`
