import { clearState } from '../decisions/clear-state.ts'
import { setState } from '../decisions/set-state.ts'
import { checked, checkedText } from '../rules/checked.ts'
import { livingSession } from '../rules/session-rules.ts'
import type { StateRow } from '../rows.ts'
import type { StateEntry, StateStore } from '../state-store.ts'
import type { StoreBackend } from '../store-backend.ts'
import { isReservedOwner } from '../reserved-owner.ts'
import { StoreError } from '../store-error.ts'
import { fromJsonText, toJsonText } from '../to-json-text.ts'
import type { Execute } from './execute.ts'

export function stateOver(backend: StoreBackend, execute: Execute, now: () => number): StateStore {
  const isAlive = ({ expiresAt }: StateRow): boolean => expiresAt === null || expiresAt > now()
  return {
    async set(sessionID, key, value, options) {
      const { owner = '', ttlMs, create = false, lease } = checked(options)
      checkOwner(owner)
      const text = toJsonText(value, 'state')
      checkedText('The key of state', key)
      await execute(setState, { sessionID, owner, key, value: text, ttlMs: ttlMs ?? null, create, lease })
    },
    async get(sessionID, key, options) {
      const { owner = '' } = checked(options)
      checkOwner(owner)
      const facts = await backend.load({ sessionID, state: { owner, key } })
      if (livingSession(facts) === null) return { found: false, why: 'unknown_session' }
      if (facts.state === null) return { found: false, why: 'absent' }
      if (!isAlive(facts.state)) return { found: false, why: 'expired' }
      return { found: true, value: fromJsonText(facts.state.value, 'state') }
    },
    async list(sessionID, options) {
      const { owner } = checked(options)
      const { states } = await backend.load({ sessionID, states: true })
      return states
        .filter((row) => isAlive(row) && !isReservedOwner(row.owner) && (owner === undefined || row.owner === owner))
        .map(toEntry)
    },
    async clear(sessionID, key, options) {
      const { owner, lease } = checked(options)
      checkOwner(owner ?? '')
      if (key !== undefined && key !== null) checkedText('The key of state', key)
      return execute(clearState, { sessionID, key: key ?? null, owner: owner ?? null, lease })
    },
  }
}

function checkOwner(owner: string): void {
  if (!isReservedOwner(owner)) return
  throw new StoreError({ code: 'invalid_value', message: 'Owners of state that begin with "@" are reserved.' })
}

function toEntry({ owner, key, value, expiresAt, updatedAt }: StateRow): StateEntry {
  return {
    key,
    ...(owner !== '' && { owner }),
    value: fromJsonText(value, 'state'),
    updatedAt,
    ...(expiresAt !== null && { expiresAt }),
  }
}
