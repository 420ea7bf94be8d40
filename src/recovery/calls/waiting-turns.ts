import { LRUCache } from 'lru-cache'
import { atMost } from '../../json/at-most.ts'
import type { Format } from '../../formats/format.ts'
import type { CallTurn } from './call-turn.ts'
import { mentions } from './open-calls.ts'

interface Waiting {
  readonly turn: CallTurn
  readonly calls: ReadonlySet<string>
}

/** Turns whose answer asked for tools: over when their conversation goes on, for until then a crash may leave effects behind. */
export class WaitingTurns {
  readonly #bySession: LRUCache<string, Waiting>

  constructor(maxSessions: number) {
    this.#bySession = new LRUCache(atMost(maxSessions))
  }

  async wait(sessionID: string, turn: CallTurn, calls: readonly string[]): Promise<void> {
    this.#bySession.set(sessionID, { turn, calls: new Set(calls) })
    await turn.waitFor(calls)
  }

  /** A request of that session has left: when it continues from the calls, their turn is over. */
  async goneOn(sessionID: string, format: Format, messages: readonly unknown[]): Promise<void> {
    const waiting = this.#bySession.get(sessionID)
    if (waiting === undefined || !mentions(format, messages, waiting.calls)) return
    this.#bySession.delete(sessionID)
    await waiting.turn.complete()
  }
}
