import { byChange } from '../rules/listing-order.ts'
import type { KnownPrefix } from '../store-backend.ts'
import type { SessionState } from './session-state.ts'

interface Entry {
  readonly sessionID: string
  readonly revision: number | null
}

interface Found {
  readonly revision: number | null
  readonly session: SessionState
  readonly endsThere: boolean
}

/** As many places of a digest as the database stores look at. */
const MOST = 16

/** Which sessions have a prefix digest, or had it as their head before a change (revision null). */
export class PrefixIndex {
  readonly #entries: Map<string, Entry[]> = new Map()

  add(digest: string, sessionID: string, revision: number | null): void {
    const known = this.#entries.get(digest)
    if (known) known.push({ sessionID, revision })
    else this.#entries.set(digest, [{ sessionID, revision }])
  }

  /** Forgets what a revision of a session has made known; all of the session without one. */
  delete(digest: string, sessionID: string, revision?: number): void {
    const isGone = (entry: Entry): boolean =>
      entry.sessionID === sessionID && (revision === undefined || entry.revision === revision)
    const rest = this.#entries.get(digest)?.filter((entry) => !isGone(entry)) ?? []
    if (rest.length > 0) this.#entries.set(digest, rest)
    else this.#entries.delete(digest)
  }

  /** Forgets a session that is gone. */
  forget({ row: { sessionID }, messages, prefixes, changes }: SessionState): void {
    for (const { prefix } of messages.values()) if (prefix !== null) this.delete(prefix, sessionID)
    for (const { digest } of prefixes) this.delete(digest, sessionID)
    for (const { formerHead } of changes) this.delete(formerHead, sessionID)
  }

  /** What is known of some digests, given the sessions; of a digest that many of them share, the nearest. */
  find(digests: readonly string[], sessionOf: (sessionID: string) => SessionState | undefined): KnownPrefix[] {
    return digests.flatMap((digest) =>
      this.#nearest(digest, sessionOf).map(({ revision, session }) => {
        const changes = revision === null ? [] : session.changes.filter((change) => change.revision > revision)
        return { digest, session: session.row, revision, changes }
      }),
    )
  }

  /** A thousand forks of one conversation share all its digests: the newest are looked at first, and few are kept. */
  #nearest(digest: string, sessionOf: (sessionID: string) => SessionState | undefined): Found[] {
    const nearest: Found[] = []
    const entries = this.#entries.get(digest) ?? []
    for (let index = entries.length - 1; index >= 0; index -= 1) {
      const { revision, sessionID } = entries[index]!
      const session = sessionOf(sessionID)
      if (session === undefined) continue
      const found = { revision, session, endsThere: session.row.head === digest }
      let at = nearest.length
      while (at > 0 && isNearer(found, nearest[at - 1]!)) at -= 1
      if (at < MOST) nearest.splice(at, 0, found)
      if (nearest.length > MOST) nearest.pop()
    }
    return nearest
  }
}

/** The order in which all stores look at the sessions of one digest. */
function isNearer(one: Found, other: Found): boolean {
  if (one.endsThere !== other.endsThere) return one.endsThere
  return byChange(one.session.row, other.session.row) < 0
}
