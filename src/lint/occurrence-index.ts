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
  /** The calls of a name that have no id of their own: only those can be meant by the name of a result that has one. */
  readonly #withoutId = new Map<string, Owners>()

  constructor(rules: Rules, occurrences: readonly Occurrence[] = nobody) {
    this.#rules = rules
    for (const occurrence of occurrences) this.add(occurrence)
  }

  add(occurrence: Occurrence): void {
    const { callId, name } = occurrence.call
    if (callId !== undefined) append(this.#byId, callId, occurrence)
    if (!this.#rules.callIdsOptional || name === undefined) return
    append(this.#byName, name, occurrence)
    if (callId === undefined) append(this.#withoutId, name, occurrence)
  }

  /** The calls that the result may answer, from the first one on that has no result; those behind may have one. */
  *openOwnersOf(result: Block): Generator<Occurrence> {
    for (const { all, answered } of this.#lists(result)) {
      for (let index = answered; index < all.length; index += 1) yield all[index]!
    }
  }

  /** The last one of the answered calls before those. */
  lastAnsweredOf(result: Block): Occurrence | undefined {
    let last: Occurrence | undefined
    for (const { all, answered } of this.#lists(result)) last = all[answered - 1] ?? last
    return last
  }

  /** The last call of those that it may answer for which something holds. */
  findLastOwner(result: Block, matches: (occurrence: Occurrence) => boolean): Occurrence | undefined {
    for (const { all } of this.#lists(result).toReversed()) {
      const found = all.findLast(matches)
      if (found !== undefined) return found
    }
    return undefined
  }

  clear(): void {
    this.#byId.clear()
    if (this.#rules.callIdsOptional) for (const names of [this.#byName, this.#withoutId]) names.clear()
  }

  /** A name means calls only where one of the two has no id; no call stands in two of the lists. */
  #lists({ callId, name }: Block): readonly Owners[] {
    const byId = callId === undefined ? undefined : this.#byId.get(callId)
    const byName = name === undefined ? undefined : (callId === undefined ? this.#byName : this.#withoutId).get(name)
    return [byId, byName].filter((owners) => owners !== undefined)
  }
}

function append(map: Map<string, Owners>, key: string, occurrence: Occurrence): void {
  const known = map.get(key) ?? new Owners()
  known.all.push(occurrence)
  map.set(key, known)
}
