import type { Block } from '../../transcript/transcript.ts'
import type { Occurrence } from './occurrence.ts'
import { OccurrenceIndex } from './occurrence-index.ts'
import { type Owners, OwnersBy } from './owners-by.ts'

/** Where ids are optional, a result names calls with their name as well. */
export class NamedIndex extends OccurrenceIndex {
  readonly #byName = new OwnersBy()
  /** The calls of a name that have no id of their own: only those can be meant by the name of a result that has one. */
  readonly #withoutId = new OwnersBy()

  override add(occurrence: Occurrence): void {
    const { callId, name } = occurrence.call
    super.add(occurrence)
    this.#byName.add(name, occurrence)
    if (callId === undefined) this.#withoutId.add(name, occurrence)
  }

  override clear(): void {
    super.clear()
    this.#byName.clear()
    this.#withoutId.clear()
  }

  /** A name means calls only where one of the two has no id. */
  protected override listsOf(result: Block): readonly Owners[] {
    const named = result.callId === undefined ? this.#byName : this.#withoutId
    return [...super.listsOf(result), ...named.of(result.name)]
  }
}
