import type { Block } from '../../transcript/transcript.ts'
import type { Occurrence } from './occurrence.ts'
import { type Owners, OwnersBy } from './owners-by.ts'

/** Occurrences by what a result names them with: the id. Thousands of one id stay cheap. */
export class OccurrenceIndex {
  readonly #byId = new OwnersBy()

  add(occurrence: Occurrence): void {
    this.#byId.add(occurrence.call.callId, occurrence)
  }

  addAll(occurrences: readonly Occurrence[]): this {
    for (const occurrence of occurrences) this.add(occurrence)
    return this
  }

  /** The calls that the result may answer, from the first one on that has no result; those behind may have one. */
  *openOwnersOf(result: Block): Generator<Occurrence> {
    for (const { all, answered } of this.listsOf(result)) {
      for (let index = answered; index < all.length; index += 1) yield all[index]!
    }
  }

  /** The last one of the answered calls before those. */
  lastAnsweredOf(result: Block): Occurrence | undefined {
    let last: Occurrence | undefined
    for (const { all, answered } of this.listsOf(result)) last = all[answered - 1] ?? last
    return last
  }

  /** The last call of those that it may answer for which something holds. */
  findLastOwner(result: Block, matches: (occurrence: Occurrence) => boolean): Occurrence | undefined {
    for (const { all } of this.listsOf(result).toReversed()) {
      const found = all.findLast(matches)
      if (found !== undefined) return found
    }
    return undefined
  }

  clear(): void {
    this.#byId.clear()
  }

  /** No call stands in two of the lists. */
  protected listsOf({ callId }: Block): readonly Owners[] {
    return this.#byId.of(callId)
  }
}
