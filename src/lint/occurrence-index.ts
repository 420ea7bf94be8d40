import type { Rules } from '../formats/rules.ts'
import type { Block } from '../transcript/transcript.ts'
import type { Occurrence } from './occurrence.ts'

const nobody: readonly Occurrence[] = []

/** Occurrences by what a result can name them with: the id, or the name where ids are optional. Thousands in one turn stay cheap. */
export class OccurrenceIndex {
  readonly #rules: Rules
  readonly #byId = new Map<string, Occurrence[]>()
  readonly #byName = new Map<string, Occurrence[]>()

  constructor(rules: Rules, occurrences: readonly Occurrence[] = nobody) {
    this.#rules = rules
    for (const occurrence of occurrences) this.add(occurrence)
  }

  add(occurrence: Occurrence): void {
    const { callId, name } = occurrence.call
    if (callId !== undefined) append(this.#byId, callId, occurrence)
    if (this.#rules.callIdsOptional && name !== undefined) append(this.#byName, name, occurrence)
  }

  ownersOf(result: Block): readonly Occurrence[] {
    const byId = result.callId === undefined ? nobody : (this.#byId.get(result.callId) ?? nobody)
    if (!this.#rules.callIdsOptional || result.name === undefined) return byId
    const byName = (this.#byName.get(result.name) ?? nobody).filter(
      ({ call }) => call.callId === undefined || result.callId === undefined,
    )
    return byName.length === 0 ? byId : [...byId, ...byName]
  }

  clear(): void {
    if (this.#byId.size > 0) this.#byId.clear()
    if (this.#byName.size > 0) this.#byName.clear()
  }
}

function append(map: Map<string, Occurrence[]>, key: string, occurrence: Occurrence): void {
  const known = map.get(key)
  if (known) known.push(occurrence)
  else map.set(key, [occurrence])
}
