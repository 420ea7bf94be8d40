import type { Decision } from '../decision.ts'
import { isReservedOwner } from '../reserved-owner.ts'
import { fence, writeNeeds } from '../rules/session-rules.ts'
import type { WriteOptions } from '../write-options.ts'

export interface ClearStateCommand extends WriteOptions {
  readonly sessionID: string
  /** Null: all keys. */
  readonly key: string | null
  /** Null: of every owner; only together with a null key. */
  readonly owner: string | null
}

/** Clearing a missing key is no error: the caller has what it wants. */
export const clearState: Decision<ClearStateCommand, number> = {
  needs: (command) => ({ ...writeNeeds(command), states: true }),
  decide(facts, command) {
    const { sessionID } = command
    const refusal = fence(facts, command)
    if (refusal) return { refusal }
    const owner = command.owner ?? (command.key === null ? null : '')
    const cleared = facts.states.filter(
      (entry) =>
        (command.key === null || entry.key === command.key) &&
        (owner === null ? !isReservedOwner(entry.owner) : entry.owner === owner),
    )
    return {
      changes: cleared.map((entry) => ({ type: 'state_cleared', sessionID, owner: entry.owner, key: entry.key })),
      result: cleared.length,
    }
  },
}
