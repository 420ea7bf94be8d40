import { LRUCache } from 'lru-cache'
import { atMost } from '../../json/at-most.ts'
import type { Change } from '../change.ts'
import { type FactNeeds, type Facts, noFacts } from '../facts.ts'
import type { Version } from './load-from-postgres.ts'

const MAX_SESSIONS = 1000

/** A session after the last command of this process. */
interface Known {
  readonly version: Version
  readonly facts: Facts
}

/**
 * Caches the small facts of sessions that this process wrote last, so that its next command costs one round trip in place of two.
 * They may be out of date: the database refuses a command that was decided on another version.
 */
export class KnownFacts {
  readonly #known: LRUCache<string, Known> = new LRUCache(atMost(MAX_SESSIONS))

  /** The facts, if all that are needed are cached. */
  get(needs: FactNeeds): Known | null {
    const { sessionID, lease, turn, ...others } = needs
    const known = this.#known.get(sessionID)
    if (known === undefined || Object.values(others).some(Boolean)) return null
    if (lease && known.facts.lease === null) return null
    if (turn !== undefined && known.facts.turn?.turnID !== turn) return null
    return known
  }

  /** To be called after `command` (its id), decided on `before`, was written. */
  learn({ sessionID }: FactNeeds, before: Known, command: string, changes: readonly Change[]): void {
    const former = this.#known.get(sessionID)
    const kept = former?.version.last === before.version.last ? former.facts : null
    let session = before.facts.session
    let lease = before.facts.lease ?? kept?.lease ?? null
    let turn = before.facts.turn ?? kept?.turn ?? null
    for (const change of changes) {
      if (change.type === 'session_saved' || change.type === 'session_removed') session = change.session
      if (change.type === 'session_removed') turn = null
      if (change.type === 'lease_saved') lease = change.lease
      if (change.type === 'turn_saved') turn = change.turn
    }
    const facts = { ...noFacts, session, lease, turn }
    this.#known.set(sessionID, { version: { number: before.version.number + 1, last: command }, facts })
  }

  forget(sessionID: string): void {
    this.#known.delete(sessionID)
  }
}
