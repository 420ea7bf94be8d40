import { LRUCache } from 'lru-cache'
import { atMost } from '../../json/at-most.ts'
import type { Format } from '../../formats/format.ts'
import type { NewMessage } from '../../storage/message-store.ts'
import type { PartRecord } from '../../storage/part-store.ts'
import type { SessionStore } from '../../storage/session-store.ts'
import { prefixDigests } from '../../storage/prefix-digests.ts'
import { StoreError, type StoreErrorCode } from '../../storage/store-error.ts'
import { applyEdits } from '../../transcript/apply-edits.ts'
import type { Edit } from '../../transcript/edit.ts'
import type { Continued } from './continued.ts'
import { isStale, maxStale } from '../is-stale.ts'
import { behindMark, jointOf } from './joint.ts'
import { forgetDigests, knownDigests } from './known-digests.ts'
import type { KnownSession } from './known-session.ts'
import { maxSessions } from './max-sessions.ts'
import { partsOf } from './parts-of.ts'
import {
  adoptedTail,
  answeredTail,
  answerMark,
  continuedTail,
  responseMark,
  type SessionTail,
  startsWith,
} from './session-tail.ts'
import { type KnownTail, SessionTails } from './session-tails.ts'
import { isUnguessable, unguessableIn } from './unguessable.ts'

/** An accepted call, as it is recorded. */
export interface AcceptedCall {
  readonly session: KnownSession
  readonly format: Format
  /** The list as the caller has it, and what was changed in it before it was sent. */
  readonly messages: readonly unknown[]
  readonly edits: readonly Edit[]
  /** What the server holds before these messages. */
  readonly continued?: Continued | undefined
  readonly answer: readonly unknown[]
  /** Kept with the recorded answer. */
  readonly meta: object | undefined
}

/** Writes conversations and tool calls of an adapter into a store, and finds them again. */
export class SessionRecorder {
  readonly #store: SessionStore
  readonly #tails: SessionTails
  /** Sessions whose writes are under way: those of one process are made one after the other. */
  readonly #writing = new LRUCache<string, Promise<unknown>>(atMost(maxSessions))

  constructor(store: SessionStore) {
    this.#store = store
    this.#tails = new SessionTails(store)
  }

  /**
   * The session that a list of messages continues; a new one when none does. Its name is random: two conversations that begin
   * with the same words are two. A list that is not the whole one has to hold an answer of the session as well.
   */
  async find(messages: readonly unknown[], isPart = false): Promise<KnownSession> {
    const match = await this.#store.messages.findByPrefix(knownDigests(messages))
    if (match === null) return freshSession()
    const { revision, settled } = await this.#tails.get(match.sessionID)
    const continues = !match.current || match.length >= settled + Number(isPart)
    return continues ? { sessionID: match.sessionID, isNamed: false, isStored: true, revision } : freshSession()
  }

  /** The session whose response a request continues from, where the server holds the conversation. */
  async findReference(id: string): Promise<KnownSession | null> {
    if (!isUnguessable(id)) return null
    const sessionID = await this.#store.messages.findReference(id)
    return sessionID === null ? null : { sessionID, isNamed: false, isStored: true }
  }

  /** Remembers which session a response belongs to, in place of the response that it continued. */
  async setReference(id: string, continued: string | undefined, sessionID: string): Promise<void> {
    if (!isUnguessable(id)) return
    await this.#store.messages.setReference(sessionID, id, { replaces: continued })
  }

  /** Whether the messages hold something that only this session's provider can have said: proof that they continue it. */
  async isProven(sessionID: string, messages: readonly unknown[]): Promise<boolean> {
    const { proofs } = await this.#tails.get(sessionID)
    return proofs.size > 0 && messages.some((raw) => [...unguessableIn(raw)].some((id) => proofs.has(id)))
  }

  /**
   * Records an accepted call: its messages as the caller has them, the repair as a change that can be undone (I7), the answer,
   * each tool call as pending. Returns the session it was recorded in: a session that is not named and that another caller has
   * continued meanwhile is left to that one.
   */
  async record(call: AcceptedCall): Promise<string> {
    const { sessionID } = call.session
    const before = this.#writing.get(sessionID)
    const recorded = (before ?? Promise.resolve()).catch(() => undefined).then(() => this.#recordFresh(call))
    this.#writing.set(sessionID, recorded)
    return recorded
  }

  /** The store has not answered in time: the next call of the session does not wait for it, nor believe what was known before. */
  letGo(sessionID: string): void {
    this.#writing.delete(sessionID)
    this.#tails.forget(sessionID)
  }

  /** Stale means reload: another process may write the same session. */
  async #recordFresh(call: AcceptedCall): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      let { sessionID } = call.session
      try {
        const tail = await this.#tails.get(sessionID)
        if (isTaken(call, tail)) sessionID = freshSession().sessionID
        await this.#write(sessionID, call)
        return sessionID
      } catch (error) {
        // After a failure it is unknown what was written, and whether the messages still match their cached digests.
        this.#tails.forget(sessionID)
        forgetDigests(call.messages)
        if (!isPlannedAnew(error) || attempt === maxStale) throw error
      }
    }
  }

  async #write(sessionID: string, call: AcceptedCall): Promise<void> {
    const { answer, continued, format, messages } = call
    if (continued === undefined) return this.#adopt(sessionID, call)
    const tail = await this.#tails.get(sessionID)
    if (isBehind(tail, continued)) {
      const parts = partsOf(format, [...messages, ...answer])
      return this.#append(sessionID, tail, messages, answerOf(call), parts)
    }
    const { before, repeated } = await this.#joined(sessionID, call, continued)
    const fresh = messages.slice(repeated)
    const isWhole = before.length === repeated
    // The caller sends only the end of the list, so a repair of it has no place in the stored whole: the next check repeats it.
    return this.#adopt(
      sessionID,
      { ...call, ...(!isWhole && { messages: [...before, ...fresh], edits: [] }) },
      before.length,
    )
  }

  /** The stored messages before a list that leaves out what its server holds, and how many of its own repeat them. */
  async #joined(
    sessionID: string,
    { format, messages }: Pick<AcceptedCall, 'format' | 'messages'>,
    continued: Continued,
  ): Promise<{ readonly before: readonly unknown[]; readonly repeated: number }> {
    const stored = (await this.#store.messages.load(sessionID))?.messages ?? []
    const { before, repeated } = jointOf(stored, messages, continued, format)
    return { before: stored.slice(0, before).map(({ raw }) => raw), repeated }
  }

  /** The digest of a whole conversation of which a list holds what is new. */
  async digestBehind(
    sessionID: string,
    call: Pick<AcceptedCall, 'format' | 'messages'>,
    continued: Continued,
  ): Promise<string> {
    const tail = await this.#tails.get(sessionID)
    if (isBehind(tail, continued)) return prefixDigests(call.messages, tail.digest).at(-1) ?? tail.digest
    const { before, repeated } = await this.#joined(sessionID, call, continued)
    return prefixDigests([...before, ...call.messages.slice(repeated)]).at(-1) ?? ''
  }

  /** Writes the caller's list, of which the session may know the beginning, the repair, and the answer. */
  async #adopt(sessionID: string, call: AcceptedCall, joint = 0): Promise<void> {
    const { continued, edits, format, messages } = call
    const digests = knownDigests(messages)
    const tail = await this.#tails.get(sessionID)
    const continues = startsWith(digests, tail.length, tail.digest)
    const fresh = continues ? messages.slice(tail.length) : messages
    // A request that is repeated, or whose last answer was rewritten: the calls before it are on record, and did not run again.
    const isRecorded = !continues && startsWith(digests, tail.settled, tail.settledDigest)
    const unrecorded = isRecorded ? messages.slice(tail.settled) : fresh
    // A turn is one transaction, but for a repair: it is a change of its own, and the answer comes behind it.
    const answer = answerOf(call)
    const first = joint - (messages.length - fresh.length)
    const marked = continued?.grows === false && { meta: { [behindMark]: continued.id } }
    const asked = fresh.map((raw, index) => ({ raw, ...(index === first && marked) }))
    const rows = [...asked, ...(edits.length > 0 ? [] : answer)]
    const parts = partsOf(format, edits.length > 0 ? unrecorded : [...unrecorded, ...call.answer])
    const write = { expect: tail.revision, parts }
    const known = isRecorded ? { known: { length: tail.settled, digest: tail.settledDigest } } : {}
    const revision = continues
      ? await this.#store.messages.append(sessionID, rows, write)
      : await this.#store.messages.replace(sessionID, rows, { ...write, ...known })
    if (edits.length === 0) {
      this.#tails.set(sessionID, { ...answeredWith(adoptedTail(tail, digests), answer), revision })
      return
    }
    const meta = { because: [...new Set(edits.flatMap((edit) => edit.because))] }
    const repaired = await this.#store.transact(sessionID, edits, { expect: revision, meta })
    const adopted = adoptedTail(tail, knownDigests(applyEdits(messages, edits)))
    const now = { ...adopted, revision: repaired.revision }
    await this.#append(sessionID, now, [], answer, partsOf(format, call.answer))
  }

  async #append(
    sessionID: string,
    tail: KnownTail,
    raws: readonly unknown[],
    answer: readonly NewMessage[],
    parts: readonly PartRecord[],
  ): Promise<void> {
    const rows = [...raws.map((raw) => ({ raw })), ...answer]
    const { revision: expect } = tail
    const revision = rows.length === 0 ? expect : await this.#store.messages.append(sessionID, rows, { expect, parts })
    this.#tails.set(sessionID, { ...answeredWith(continuedTail(tail, raws), answer), revision })
  }
}

/** Other messages are in the store than were said to be there, or than a repair was planned on: they were changed in place. */
const otherMessages: ReadonlySet<string> = new Set<StoreErrorCode>(['invalid_edit', 'invalid_value'])

function isPlannedAnew(error: unknown): boolean {
  return isStale(error) || (StoreError.isInstance(error) && otherMessages.has(error.code))
}

/** A conversation that no session is known to belong to. */
export function freshSession(): KnownSession {
  return { sessionID: `auto-${globalThis.crypto.randomUUID().replaceAll('-', '')}`, isNamed: false, isStored: false }
}

function answerOf({ answer, meta }: AcceptedCall): NewMessage[] {
  return answer.map((raw) => ({ raw, meta: { ...meta, [answerMark]: true } }))
}

function answeredWith(tail: SessionTail, answer: readonly NewMessage[]): SessionTail {
  return answeredTail(
    tail,
    answer.map(({ raw }) => raw),
    answer.at(-1)?.meta?.[responseMark],
  )
}

/** Whether what is new stands right behind all that is stored. */
function isBehind({ length, responseID }: SessionTail, { grows, id, mayRepeat }: Continued): boolean {
  return !mayRepeat && length > 0 && (grows || responseID === id)
}

/** The session was found by its messages, and another caller has continued it since. */
function isTaken({ messages, session }: AcceptedCall, tail: KnownTail): boolean {
  if (session.isNamed || session.revision === undefined || tail.revision === session.revision) return false
  return !startsWith(knownDigests(messages), tail.settled, tail.settledDigest)
}
