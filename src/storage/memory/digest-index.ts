/** Which sessions have a digest. */
export class DigestIndex {
  readonly #sessions: Map<string, Set<string>> = new Map()

  add(digest: string, sessionID: string): void {
    const known = this.#sessions.get(digest)
    if (known) known.add(sessionID)
    else this.#sessions.set(digest, new Set([sessionID]))
  }

  delete(digest: string, sessionID: string): void {
    const known = this.#sessions.get(digest)
    known?.delete(sessionID)
    if (known?.size === 0) this.#sessions.delete(digest)
  }

  get(digest: string): Iterable<string> {
    return this.#sessions.get(digest) ?? []
  }
}
