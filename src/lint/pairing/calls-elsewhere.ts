import type { Rules } from '../../formats/rules.ts'
import type { Block } from '../../transcript/transcript.ts'
import { isSpokenItem } from './item-id.ts'
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
  /** Where pointers stand that may lead to a result. */
  readonly #toResults: number[] = []
  readonly #explained = new Set<string>()

  constructor(rules: Rules) {
    this.#rules = rules
  }

  seePointer({ message }: Block): void {
    if (!isSpokenItem(message, this.#rules)) this.#toResults.push(message.index)
  }

  /** A result without a call in the list has it behind a pointer before it, the nearest; that pointer then leads to no result. */
  explain(orphans: readonly Block[]): void {
    if (this.#rules.historyElsewhere === true) return
    // From the back: what stands on top is the result nearest behind the pointer.
    const behind: Block[] = []
    const left = orphans.filter((result) => !this.#isLost(result))
    for (const pointer of this.#toResults.splice(0).toReversed()) {
      while (left.length > 0 && left.at(-1)!.message.index > pointer) behind.push(left.pop()!)
      while (behind.length > 0 && this.#explained.has(keyOf(behind.at(-1)!))) behind.pop()
      const nearest = behind.pop()
      if (nearest === undefined) this.#toResults.unshift(pointer)
      else this.#explained.add(keyOf(nearest))
    }
  }

  /** Its result may be behind a pointer, or need not be there. */
  mayBeAnswered(call: Block): boolean {
    const told = this.#rules.unanswered
    if (call.callId !== undefined && told?.has(call.callId) === true) return false
    if (call.shape.answerOptional === true) return true
    // Where one result is lost, the others that cannot be seen are lost with it.
    const last = this.#toResults.at(-1)
    return told === undefined && last !== undefined && last > call.message.index
  }

  /** Parts the orphans whose call may be on the server from the others; a second one of the same call is a duplicate. */
  part(orphans: readonly Block[], firstAnswer = -1): PartedOrphans {
    const elsewhere = new Map<unknown, Block>()
    const duplicates: DuplicateResult[] = []
    const lost = orphans.filter((result) => {
      if (!this.#mayHoldCallOf(result, firstAnswer)) return true
      // Where calls may share an id, or have none, so may their results.
      const key = result.callId && this.#rules.callIdScope !== 'none' ? keyOf(result) : result
      const kept = elsewhere.get(key)
      if (kept) duplicates.push({ call: kept, kept, loser: result })
      else elsewhere.set(key, result)
      return false
    })
    return { elsewhere: [...elsewhere.values()], lost, duplicates }
  }

  #mayHoldCallOf(result: Block, firstAnswer: number): boolean {
    if (this.#isLost(result)) return false
    const { historyElsewhere, results } = this.#rules
    // Behind an answer in the list stand the results of that.
    const mayBegin = results !== 'next-turn' || firstAnswer < 0 || result.message.turnIndex < firstAnswer
    return (historyElsewhere === true && mayBegin) || this.#explained.has(keyOf(result))
  }

  #isLost({ callId }: Block): boolean {
    const { callIdsOptional, lostElsewhere: lost } = this.#rules
    return (!callId && callIdsOptional !== true) || lost === 'all' || lost?.has(callId ?? '') === true
  }
}

function keyOf({ callId, shape }: Block): string {
  return `${shape.type} ${callId}`
}
