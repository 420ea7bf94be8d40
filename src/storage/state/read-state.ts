import { isFinal } from '../rules/turn-rows.ts'
import type { StoreBackend } from '../store-backend.ts'
import { pairKey } from './session-state.ts'
import { factsOf } from './facts-of.ts'
import type { StoreState } from './store-state.ts'

/** The reading methods of a {@link StoreBackend} whose whole state is in memory. */
export function readsOf(state: StoreState): Omit<StoreBackend, 'run' | 'close'> {
  return {
    load: async (needs) => factsOf(state, needs),
    sessions: async () =>
      Array.from(state.sessions.values(), ({ row, parts }) => ({ session: row, partCount: parts.size })),
    pendingTurns: async () =>
      Array.from(state.sessions.values(), ({ row: { sessionID }, turns }) =>
        [...turns.values()].filter((turn) => !isFinal(turn.state)).map((turn) => ({ sessionID, turn })),
      ).flat(),
    prefixes: async (digests) => state.prefixes.find(digests),
    statesNamed: async (owner, key) =>
      Array.from(state.sessions.values()).flatMap(({ row: { sessionID }, states }) => {
        const found = states.get(pairKey(owner, key))
        return found === undefined ? [] : [{ sessionID, state: found }]
      }),
    reference: async (id) => state.references.get(id) ?? null,
  }
}
