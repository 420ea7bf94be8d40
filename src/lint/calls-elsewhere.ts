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
  /** Where pointers stand that may lead to a result. */
  #toResults: number[] = []

  constructor(rules: Rules) {
    this.#rules = rules
  }

  seePointer({ message }: Block): void {
    this.#firstPointer = Math.min(this.#firstPointer, message.index)
    const id = itemIdOf(message, this.#rules)
    const spoken = this.#rules.itemIdForm?.spokenPrefixes
    if (typeof id !== 'string' || spoken?.test(id) !== true) this.#toResults.push(message.index)
  }

  /** A result without a call in the list has it behind a pointer, which then leads to no result: each explains the one before it. */
  explain(orphans: readonly Block[]): void {
    if (this.#toResults.length === 0 || this.#rules.historyElsewhere === true) return
    const left = [...this.#toResults]
    for (const { message } of orphans) {
      const caller = left.findLastIndex((index) => index < message.index)
      if (caller >= 0) left.splice(caller, 1)
    }
    this.#toResults = left
  }

  /** Its result may be behind a pointer, or need not be there. */
  mayBeAnswered(call: Block): boolean {
    if (call.callId !== undefined && this.#rules.unanswered?.has(call.callId) === true) return false
    return call.shape.answerOptional === true || (this.#toResults.at(-1) ?? -1) > call.message.index
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
