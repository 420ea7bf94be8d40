import type { Provenance, TurnState } from '../storage/turn-store.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { type TimeLimit, withTimeLimit } from './time-limit.ts'

/** What a turn is begun with. */
export interface TurnStart {
  readonly store: SessionStore
  readonly sessionID: string
  readonly input: unknown
  readonly tools: readonly string[]
  readonly provenance: Provenance
  readonly timeLimit: TimeLimit
  /** Told what broke: a turn that cannot be kept is no reason to hold a call back (I10). */
  onBroken(cause: unknown): void
}

/** The turn of one call in the store: durable before the request leaves (I8), over with exactly one final state. */
export class CallTurn {
  readonly #startOf: () => TurnStart | null
  #start: TurnStart | null = null
  #turnID: string | undefined
  #isOver = false

  /** `startOf` gives null where no turn is to be kept; asked when the request leaves. */
  constructor(startOf: () => TurnStart | null) {
    this.#startOf = startOf
  }

  async begin(): Promise<void> {
    if (this.#start !== null || this.#isOver) return
    this.#start = this.#startOf()
    if (this.#start === null) return
    const { input, provenance, sessionID, store, tools } = this.#start
    await this.#quietly(this.#start, async () => {
      const { turnID } = await store.turns.begin(sessionID, { input, tools, provenance })
      this.#turnID = turnID
    })
  }

  /** A later state than the one before; after a final one nothing is written any more. */
  async advance(state: TurnState, data?: unknown): Promise<void> {
    const turnID = this.#turnID
    if (this.#start === null || turnID === undefined || this.#isOver) return
    if (state === 'completed' || state === 'interrupted') this.#isOver = true
    const { sessionID, store } = this.#start
    await this.#quietly(this.#start, () => store.turns.advance(sessionID, turnID, state, data))
  }

  async #quietly({ onBroken, timeLimit }: TurnStart, work: () => Promise<unknown>): Promise<void> {
    try {
      await withTimeLimit('The store', timeLimit, work)
    } catch (cause) {
      // What the store does not answer now is not asked of it again in this call.
      this.#isOver = true
      onBroken(cause)
    }
  }
}
