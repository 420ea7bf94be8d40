import { LRUCache } from 'lru-cache'
import { chainDigest, messageDigest } from '../storage/prefix-digests.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { knownDigests } from './known-digests.ts'
import { unguessableIn } from './unguessable.ts'

/** Marks stored messages that came as an answer. */
export const answerMark = 'answer'

/** The end of a session as this process last saw it. */
export interface Tail {
  readonly revision: number
  readonly length: number
  readonly digest: string
  /** Without the last answer, which its caller may send back in a shape of its own: what it sends for certain. */
  readonly settled: number
  readonly settledDigest: string
  /** What only this session's provider can have said; the first few are enough. */
  readonly proofs: ReadonlySet<string>
}

const maxProofs = 8

/** The ends of sessions: spares a load per turn. A write that was refused as stale must forget what is known here. */
export class SessionTails {
  readonly #store: SessionStore
  readonly #known = new LRUCache<string, Tail>({ max: 1000 })

  constructor(store: SessionStore) {
    this.#store = store
  }

  async get(sessionID: string): Promise<Tail> {
    const known = this.#known.get(sessionID)
    if (known) return known
    const stored = await this.#store.messages.load(sessionID)
    const messages = stored?.messages ?? []
    const digests = knownDigests(messages.map(({ raw }) => raw))
    const settled = messages.findLastIndex(({ meta }) => meta[answerMark] !== true) + 1
    const answers = messages.filter(({ meta }) => meta[answerMark] === true).map(({ raw }) => raw)
    const tail = { ...tailOf(stored?.revision ?? 0, digests, settled), proofs: proofsOf(new Set(), answers) }
    this.#known.set(sessionID, tail)
    return tail
  }

  /** The session now has these messages, none of them an answer that may change its shape. */
  async adopted(sessionID: string, revision: number, digests: readonly string[]): Promise<void> {
    const { proofs } = await this.get(sessionID)
    this.#known.set(sessionID, { ...tailOf(revision, digests, digests.length), proofs })
  }

  /** The caller's own messages were appended. */
  async continued(sessionID: string, revision: number, raws: readonly unknown[]): Promise<void> {
    const tail = await this.get(sessionID)
    const end = endBehind(tail, raws)
    this.#known.set(sessionID, { ...tail, ...end, revision, settled: end.length, settledDigest: end.digest })
  }

  /** The last answer was appended: its caller may send it back in a shape of its own. */
  async answered(sessionID: string, revision: number, raws: readonly unknown[]): Promise<void> {
    if (raws.length === 0) return
    const tail = await this.get(sessionID)
    const settled = { settled: tail.length, settledDigest: tail.digest }
    const end = endBehind(tail, raws)
    this.#known.set(sessionID, { ...end, ...settled, revision, proofs: proofsOf(tail.proofs, raws) })
  }

  forget(sessionID: string): void {
    this.#known.delete(sessionID)
  }
}

function endBehind({ digest, length }: Tail, raws: readonly unknown[]): Pick<Tail, 'length' | 'digest'> {
  return {
    length: length + raws.length,
    digest: raws.reduce<string>((former, raw) => chainDigest(former, messageDigest(raw)), digest),
  }
}

function tailOf(revision: number, digests: readonly string[], settled: number): Omit<Tail, 'proofs'> {
  const digest = digests.at(-1) ?? ''
  return { revision, length: digests.length, digest, settled, settledDigest: digests[settled - 1] ?? '' }
}

function proofsOf(former: ReadonlySet<string>, answers: readonly unknown[]): ReadonlySet<string> {
  const proofs = new Set(former)
  for (const answer of answers) {
    for (const id of unguessableIn(answer)) {
      if (proofs.size === maxProofs) return proofs
      proofs.add(id)
    }
  }
  return proofs
}
