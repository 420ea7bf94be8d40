import type { Rules } from '../formats/rules.ts'
import type { Block } from '../transcript/transcript.ts'
import type { Occurrence } from './occurrence.ts'

const nobody: readonly Occurrence[] = []

/** Calls that one id or one name means, in their order. Nobody takes a result away again, so the answered head only grows. */
class Owners {
  readonly all: Occurrence[] = []
  #answered = 0

  /** How many at the head have their result. */
  get answered(): number {
    while (this.all[this.#answered]?.result !== undefined) this.#answered += 1
    return this.#answered
  }
}

/** Occurrences by what a result can name them with: the id, or the name where ids are optional. Thousands of one id stay cheap. */
export class OccurrenceIndex {
  readonly #rules: Rules
  readonly #byId = new Map<string, Owners>()
  readonly #byName = new Map<string, Owners>()

  constructor(rules: Rules, occurrences: readonly Occurrence[] = nobody) {
    this.#rules = rules
    for (const occurrence of occurrences) this.add(occurrence)
  }

  add(occurrence: Occurrence): void {
    const { callId, name } = occurrence.call
    if (callId !== undefined) append(this.#byId, callId, occurrence)
    if (this.#rules.callIdsOptional && name !== undefined) append(this.#byName, name, occurrence)
  }

  /** The calls that the result may answer, from the first one on that has no result; those behind may have one. */
  *openOwnersOf(result: Block): Generator<Occurrence> {
    for (const { all, answered } of this.#lists(result)) {
      for (let index = answered; index < all.length; index += 1) {
        if (this.#mayMean(all[index]!, result)) yield all[index]!
      }
    }
  }

  /** The last one of the answered calls before those. */
  lastAnsweredOf(result: Block): Occurrence | undefined {
    let last: Occurrence | undefined
    for (const { all, answered } of this.#lists(result)) {
      const head = all[answered - 1]
      if (head !== undefined && this.#mayMean(head, result)) last = head
    }
    return last
  }

  /** The last call of those that it may answer for which something holds. */
  findLastOwner(result: Block, matches: (occurrence: Occurrence) => boolean): Occurrence | undefined {
    for (const { all } of this.#lists(result).toReversed()) {
      const found = all.findLast((occurrence) => this.#mayMean(occurrence, result) && matches(occurrence))
      if (found !== undefined) return found
    }
    return undefined
  }

  clear(): void {
    if (this.#byId.size > 0) this.#byId.clear()
    if (this.#byName.size > 0) this.#byName.clear()
  }

  #lists({ callId, name }: Block): readonly Owners[] {
    const byId = callId === undefined ? undefined : this.#byId.get(callId)
    const byName = this.#rules.callIdsOptional && name !== undefined ? this.#byName.get(name) : undefined
    return [byId, byName].filter((owners) => owners !== undefined)
  }

  /** A name means calls only where one of the two has no id. */
  #mayMean({ call }: Occurrence, { callId }: Block): boolean {
    return call.callId === undefined || callId === undefined || call.callId === callId
  }
}

function append(map: Map<string, Owners>, key: string, occurrence: Occurrence): void {
  const known = map.get(key) ?? new Owners()
  known.all.push(occurrence)
  map.set(key, known)
}
