import { LRUCache } from 'lru-cache'
import type { Format } from '../../formats/format.ts'
import type { SessionStore } from '../../storage/session-store.ts'
import type { StandingRequest } from '../../storage/standing-request.ts'
import type { Edit } from '../../transcript/edit.ts'
import { prefixDigests } from '../../storage/prefix-digests.ts'
import { isSynthetic } from '../../faults/synthetic-text.ts'
import { applyEdits } from '../../transcript/apply-edits.ts'
import { knownDigests } from './known-digests.ts'

/** Where a request's conversation stands in the store. */
export interface KnownSession {
  readonly sessionID: string
  /** The session whose tool calls are evidence: the one that shares the longest prefix, also when this one is a fork of it. */
  readonly evidenceID: string
}

/** Marks stored messages that came as an answer. */
const answerMark = 'answer'

interface Tail {
  readonly revision: number
  readonly length: number
  readonly digest: string
  /** How many messages at the end are an answer as it came: the caller may send it back in a shape of its own. */
  readonly answers: number
}

/** Writes conversations and tool calls of an adapter into a store, and finds them again. */
export class SessionRecorder {
  readonly #store: SessionStore
  /** The end of each session as this process last saw it: spares a load per turn. */
  readonly #tails = new LRUCache<string, Tail>({ max: 1000 })

  constructor(store: SessionStore) {
    this.#store = store
  }

  /** The session that a list of messages continues; a new one, named by its first messages, when none does. */
  async find(messages: readonly unknown[]): Promise<KnownSession> {
    const digests = knownDigests(messages)
    const fresh = `auto-${(digests.at(-1) ?? 'empty').slice(0, 24)}`
    const match = await this.#store.messages.findByPrefix(digests)
    if (match === null) return { sessionID: fresh, evidenceID: fresh }
    const stored = match.current ? await this.#settledLength(match.sessionID) : match.length
    const continues = match.length >= stored
    return { sessionID: continues ? match.sessionID : fresh, evidenceID: match.sessionID }
  }

  /** The session whose response a request continues from, where the server holds the conversation. */
  async findReference(id: string): Promise<KnownSession | null> {
    const sessionID = await this.#store.messages.findReference(id)
    return sessionID === null ? null : { sessionID, evidenceID: sessionID }
  }

  /** Remembers which session a response belongs to, in place of the response that it continued. */
  async setReference(id: string, continued: string | undefined, sessionID: string): Promise<void> {
    await this.#store.messages.setReference(sessionID, id, { replaces: continued })
  }

  /** Records the new messages of a request whose earlier ones the server holds. */
  async continued(sessionID: string, format: Format, messages: readonly unknown[]): Promise<void> {
    await this.answered(sessionID, format, messages)
  }

  async standing(sessionID: string): Promise<StandingRequest | undefined> {
    return (await this.#store.messages.standing(sessionID)) ?? undefined
  }

  async setStanding(sessionID: string, standing: StandingRequest): Promise<void> {
    await this.#store.messages.setStanding(sessionID, standing)
  }

  /** Records an accepted request: its messages as the caller has them, then the repair, so that it can be undone (I7). */
  async accepted(
    sessionID: string,
    format: Format,
    messages: readonly unknown[],
    edits: readonly Edit[],
  ): Promise<void> {
    const digests = knownDigests(messages)
    const tail = await this.#tail(sessionID)
    const continues = tail.length <= messages.length && (tail.length === 0 || digests[tail.length - 1] === tail.digest)
    const fresh = continues ? messages.slice(tail.length) : messages
    const write = { expect: tail.revision }
    const rows = fresh.map((raw) => ({ raw }))
    let revision = continues
      ? await this.#store.messages.append(sessionID, rows, write)
      : await this.#store.messages.replace(sessionID, rows, write)
    await this.#recordParts(sessionID, format, fresh)
    if (edits.length > 0) {
      const meta = { because: [...new Set(edits.flatMap((edit) => edit.because))] }
      revision = (await this.#store.transact(sessionID, edits, { expect: revision, meta })).revision
    }
    const now = edits.length > 0 ? knownDigests(applyEdits(messages, edits)) : digests
    this.#tails.set(sessionID, { revision, length: now.length, digest: now.at(-1) ?? '', answers: 0 })
  }

  /** Records what the assistant answered, each tool call as pending: its execution is up to the caller. */
  async answered(sessionID: string, format: Format, raws: readonly unknown[], extra: object = {}): Promise<void> {
    if (raws.length === 0) return
    const tail = await this.#tail(sessionID)
    const rows = raws.map((raw) => ({ raw, meta: { ...extra, [answerMark]: true } }))
    const revision = await this.#store.messages.append(sessionID, rows, { expect: tail.revision })
    const digest = prefixDigests(raws, tail.digest).at(-1)!
    this.#tails.set(sessionID, { revision, length: tail.length + raws.length, digest, answers: raws.length })
    await this.#recordParts(sessionID, format, raws)
  }

  async #recordParts(sessionID: string, format: Format, messages: readonly unknown[]): Promise<void> {
    const rules = format.rules({})
    for (const raw of messages) {
      for (const block of format.read(raw, 0, rules).blocks) {
        if (block.shape.server || block.callId === undefined) continue
        if (block.kind === 'tool_call') {
          const part = {
            callId: block.callId,
            name: block.name ?? '',
            input: block.payload,
            status: 'pending' as const,
          }
          await this.#store.parts.record(sessionID, part)
        }
        if (block.kind !== 'tool_result' || isSynthetic(block.payload)) continue
        const isError = format.isErrorResult?.(block) === true
        await this.#store.parts.record(sessionID, {
          callId: block.callId,
          status: isError ? 'error' : 'completed',
          output: block.payload ?? '',
          isError,
        })
      }
    }
  }

  /** The messages that a caller of this session sends for certain: all but the last answer. */
  async #settledLength(sessionID: string): Promise<number> {
    const { length, answers } = await this.#tail(sessionID)
    return length - answers
  }

  async #tail(sessionID: string): Promise<Tail> {
    const cached = this.#tails.get(sessionID)
    if (cached) return cached
    const stored = await this.#store.messages.load(sessionID)
    const raws = stored?.messages.map((message) => message.raw) ?? []
    const lastSent = stored?.messages.findLastIndex(({ meta }) => meta[answerMark] !== true) ?? -1
    const tail = {
      revision: stored?.revision ?? 0,
      length: raws.length,
      digest: knownDigests(raws).at(-1) ?? '',
      answers: raws.length - 1 - lastSent,
    }
    this.#tails.set(sessionID, tail)
    return tail
  }
}
