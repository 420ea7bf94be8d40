import type { Rules } from '../formats/rules.ts'
import type { Block } from '../transcript/transcript.ts'
import { itemIdOf } from './item-id.ts'
import type { DuplicateResult } from './pairing.ts'

/** Results that no call of the list owns, parted by whether the server may hold their calls. */
export interface PartedOrphans {
  readonly elsewhere: readonly Block[]
  readonly lost: readonly Block[]
  readonly duplicates: readonly DuplicateResult[]
}

/** Calls and results that the list only points to: in the history that the request continues, or in items given by reference. */
export class CallsElsewhere {
  readonly #rules: Rules
  #firstPointer = Infinity
  #lastPointer = -1

  constructor(rules: Rules) {
    this.#rules = rules
  }

  seePointer({ message }: Block): void {
    this.#firstPointer = Math.min(this.#firstPointer, message.index)
    const id = itemIdOf(message, this.#rules)
    const spoken = this.#rules.itemIdForm?.spokenPrefixes
    if (typeof id !== 'string' || spoken?.test(id) !== true) this.#lastPointer = message.index
  }

  /** Its result may be behind a pointer, or need not be there. */
  mayBeAnswered(call: Block): boolean {
    if (call.callId !== undefined && this.#rules.unanswered?.has(call.callId) === true) return false
    return call.shape.answerOptional === true || this.#lastPointer > call.message.index
  }

  /** Parts the orphans whose call may be on the server from the others; a second one of the same call is a duplicate. */
  part(orphans: readonly Block[]): PartedOrphans {
    const elsewhere = new Map<string, Block>()
    const duplicates: DuplicateResult[] = []
    const lost = orphans.filter((result) => {
      if (!this.#mayHoldCallOf(result)) return true
      const key = `${result.shape.type} ${result.callId}`
      const kept = elsewhere.get(key)
      if (kept) duplicates.push({ call: kept, kept, loser: result })
      else elsewhere.set(key, result)
      return false
    })
    return { elsewhere: [...elsewhere.values()], lost, duplicates }
  }

  #mayHoldCallOf(result: Block): boolean {
    if (result.callId === undefined || result.callId === '') return false
    const lost = this.#rules.lostElsewhere
    if (lost === 'all' || lost?.has(result.callId) === true) return false
    return this.#rules.historyElsewhere === true || this.#firstPointer < result.message.index
  }
}
