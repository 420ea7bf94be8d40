import type { KnownPrefix } from '../store-backend.ts'
import type { SessionState } from './session-state.ts'

interface Entry {
  readonly sessionID: string
  readonly revision: number | null
}

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

  /** What is known of some digests, given the sessions. */
  find(digests: readonly string[], sessionOf: (sessionID: string) => SessionState | undefined): KnownPrefix[] {
    return digests.flatMap((digest) =>
      (this.#entries.get(digest) ?? []).flatMap(({ sessionID, revision }) => {
        const session = sessionOf(sessionID)
        if (session === undefined) return []
        const changes = revision === null ? [] : session.changes.filter((change) => change.revision > revision)
        return [{ digest, session: session.row, revision, changes }]
      }),
    )
  }
}
