import { mostKnown } from '../most-known.ts'
import { byChange } from '../rules/listing-order.ts'
import type { KnownPrefix } from '../store-backend.ts'
import type { SessionState } from './session-state.ts'

/** Holds the session object, not its id: looking it up by id would count as a use and keep it from being evicted. */
interface Entry {
  readonly session: SessionState
  readonly revision: number | null
}

interface Found {
  readonly revision: number | null
  readonly session: SessionState
  readonly endsThere: boolean
}

/** Which sessions have a prefix digest, or had it as their head before a change (revision null). */
export class PrefixIndex {
  readonly #entries: Map<string, Entry[]> = new Map()

  add(digest: string, session: SessionState, revision: number | null): void {
    const known = this.#entries.get(digest)
    if (known) known.push({ session, revision })
    else this.#entries.set(digest, [{ session, revision }])
  }

  /** Removes one entry of a revision of a session. */
  delete(digest: string, session: SessionState, revision: number | null): void {
    const known = this.#entries.get(digest) ?? []
    // Of forks that share a digest mostly the oldest is removed, and it comes first.
    const at = known.findIndex((entry) => entry.session === session && entry.revision === revision)
    if (at === -1) return
    if (known.length === 1) this.#entries.delete(digest)
    else known.splice(at, 1)
  }

  /** Removes all entries of a session that is gone. */
  forget(session: SessionState): void {
    const { changes, messages, prefixes } = session
    for (const { prefix, revision } of messages.values()) if (prefix !== null) this.delete(prefix, session, revision)
    for (const { digest, revision } of prefixes) this.delete(digest, session, revision)
    for (const { formerHead } of changes) this.delete(formerHead, session, null)
  }

  /** The sessions that know these digests; at most the `mostKnown` nearest of each. */
  find(digests: readonly string[]): KnownPrefix[] {
    return digests.flatMap((digest) =>
      this.#nearest(digest).map(({ revision, session }) => {
        const changes = revision === null ? [] : session.changes.filter((change) => change.revision > revision)
        return { digest, session: session.row, revision, changes }
      }),
    )
  }

  /** Selects by insertion into a short list, newest entries first: a thousand forks of a conversation share all its digests. */
  #nearest(digest: string): Found[] {
    const nearest: Found[] = []
    const entries = this.#entries.get(digest) ?? []
    for (let index = entries.length - 1; index >= 0; index -= 1) {
      const { revision, session } = entries[index]!
      const endsThere = session.row.head === digest
      let at = nearest.length
      while (at > 0 && isNearer(session, endsThere, nearest[at - 1]!)) at -= 1
      if (at === mostKnown) continue
      nearest.splice(at, 0, { revision, session, endsThere })
      if (nearest.length > mostKnown) nearest.pop()
    }
    return nearest
  }
}

/** The order in which all stores rank the sessions of one digest. */
function isNearer(session: SessionState, endsThere: boolean, other: Found): boolean {
  if (endsThere !== other.endsThere) return endsThere
  return byChange(session.row, other.session.row) < 0
}
