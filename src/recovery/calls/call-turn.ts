import type { Provenance, TurnState } from '../../storage/turn-store.ts'
import type { Lease } from '../../storage/lease.ts'
import type { SessionStore } from '../../storage/session-store.ts'
import { ownProcess } from '../turn-worker.ts'
import { askStore } from '../ask-store.ts'
import type { TimeLimit } from '../time-limit.ts'

/** What a turn is begun with. */
export interface TurnStart {
  readonly store: SessionStore
  readonly sessionID: string
  readonly input?: unknown
  readonly tools?: readonly string[]
  readonly provenance: Provenance
  /** The turn begins only while this is held. */
  readonly lease?: Lease | undefined
  readonly timeLimit: TimeLimit
  /** Told what broke: a turn that cannot be kept is no reason to hold a call back (I10). */
  onBroken(cause: unknown): void
}

/** An answer is written again when it has grown by a quarter: what a crash may cost stays in proportion, and so does the work. */
const growth = 1.25

/** The turn of one call in the store: durable before the request leaves (I8), over with exactly one final state. */
export class CallTurn {
  readonly #startOf: () => TurnStart | null
  #start: TurnStart | null = null
  /** Once it stands in the store. */
  #turnID: string | undefined
  #isOver = false
  /** Writes are made one after the other: none may come behind the final one. */
  #writes: Promise<void> = Promise.resolve()
  #waiting = 0
  #enough = 0
  /** The newest progress that arrived during a write. It is written once that ends: no later progress may follow. */
  #missed: (() => void) | undefined

  /** `startOf` gives null where no turn is to be kept; asked when the request leaves. */
  constructor(startOf: () => TurnStart | null) {
    this.#startOf = startOf
  }

  async begin(): Promise<void> {
    if (this.#start !== null || this.#isOver) return
    const start = this.#startOf()
    this.#start = start
    if (start === null) return
    const { input, lease, provenance, sessionID, store, tools } = start
    const worker = await ownProcess()
    await this.#write(start, async () => {
      const { turnID } = await store.turns.begin(sessionID, { input, tools, provenance, ...(lease && { lease }) })
      this.#turnID = turnID
    })
    // The intent is durable; who works on it may follow while the request is on its way.
    if (worker !== undefined) void this.advance('worker_started', { worker })
  }

  /** A later state than the one before; after a final one nothing is written any more. */
  async advance(state: TurnState, data?: unknown): Promise<void> {
    const start = this.#start
    if (start === null || this.#isOver) return
    if (state === 'completed' || state === 'interrupted') this.#isOver = true
    const { sessionID, store } = start
    // Queued behind the write that begins the turn, which may still be under way.
    await this.#write(start, async () => {
      if (this.#turnID !== undefined) await store.turns.advance(sessionID, this.#turnID, state, data)
    })
  }

  /** The answer grows: what has arrived is kept, so that a process that dies takes little of it. `size` in any unit. */
  heard(size: number, partialOf: () => readonly unknown[]): void {
    if (this.#turnID === undefined || this.#isOver || size < this.#enough) return
    this.#missed = this.#waiting > 0 ? () => this.heard(size, partialOf) : undefined
    if (this.#missed !== undefined) return
    const partial = partialOf()
    if (partial.length === 0) return
    this.#enough = size * growth
    void this.advance('assistant_started', { partial })
  }

  /** The answer is whole and asks for tools: the turn stays open, for the effects are its own (I16). */
  async waitFor(calls: readonly string[]): Promise<void> {
    await this.advance('assistant_started', { partial: null, calls })
  }

  /** The recorded progress is no longer needed: the answer itself is in the conversation. */
  async complete(): Promise<void> {
    await this.advance('completed', null)
  }

  async #write({ onBroken, timeLimit }: TurnStart, work: () => Promise<unknown>): Promise<void> {
    this.#waiting += 1
    const written = this.#writes.then(async () => {
      try {
        await askStore(timeLimit, work)
      } catch (cause) {
        // A store that does not answer is not asked again during this call.
        this.#isOver = true
        onBroken(cause)
      } finally {
        this.#waiting -= 1
        if (this.#waiting === 0) this.#missed?.()
      }
    })
    this.#writes = written
    await written
  }
}
