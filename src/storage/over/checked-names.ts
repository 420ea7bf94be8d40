import type { FactNeeds } from '../facts.ts'
import { checkedText } from '../rules/checked.ts'
import type { StoreBackend } from '../store-backend.ts'

/**
 * A backend that refuses names that are not strings. JavaScript callers can pass them despite the types, and stores would treat
 * them differently: a database stored sessions 7 and 8 as one session without a name.
 */
export function withCheckedNames(backend: StoreBackend): StoreBackend {
  return {
    ...(backend.path !== undefined && { path: backend.path }),
    run: async (needs, decide) => backend.run(checkedNames(needs), decide),
    load: async (needs) => backend.load(checkedNames(needs)),
    sessions: () => backend.sessions(),
    ...(backend.newest && { newest: (limit) => backend.newest!(limit) }),
    pendingTurns: (limit) => backend.pendingTurns(limit),
    prefixes: (digests) => backend.prefixes(digests),
    statesNamed: async (owner, key) => backend.statesNamed(owner, checkedText('The key of state', key)),
    reference: async (id) => backend.reference(checkedText('The id of a response', id)),
    close: () => backend.close(),
  }
}

/** @throws StoreError `invalid_value` */
function checkedNames(needs: FactNeeds): FactNeeds {
  const { sessionID, state, parts, attempt } = needs
  checkedText('The id of a session', sessionID)
  if (state !== undefined) checkedText('The key of state', state.key)
  if (attempt !== undefined) checkedText('The fingerprint of a fault', attempt.fingerprint)
  if (typeof parts === 'object') for (const { callId } of parts) checkedText('The id of a call', callId)
  return needs
}
