import type { Decision } from '../decision.ts'
import { unchanged } from '../decision.ts'
import { fence, livingSession } from '../rules/session-rules.ts'
import type { WriteOptions } from '../write-options.ts'

export interface RemoveCommand extends WriteOptions {
  readonly sessionID: string
}

/** Leaves a tombstone with a new epoch, and ends the lease: no writer of the old session can bring it back (I14). */
export const remove: Decision<RemoveCommand, boolean> = {
  needs: ({ sessionID }) => ({ sessionID, lease: true }),
  decide(facts, command, now) {
    const { sessionID } = command
    const refusal = fence(facts, command)
    if (refusal) return { refusal }
    const session = livingSession(facts)
    if (session === null) return unchanged(false)
    const floor = Math.max(session.floor, session.revision)
    const gone = { revision: 0, count: 0, head: '', standing: null, updatedAt: now, removedAt: now }
    const tombstone = { ...session, ...gone, floor, epoch: session.epoch + 1 }
    const ended = facts.lease && { ...facts.lease, owner: null }
    return {
      changes: [
        { type: 'session_removed', sessionID, session: tombstone },
        ...(ended ? [{ type: 'lease_saved' as const, sessionID, lease: ended }] : []),
      ],
      result: true,
    }
  },
}
