import type { RowChange } from './stored-rows.ts'
import type { SoundRow } from './sound-session.ts'
import type { BuiltMessage } from './build-messages.ts'
import { NotRepresentableError } from '../not-representable-error.ts'

/** The edits of one part. */
export interface PartWork {
  readonly part: SoundRow
  value: Record<string, unknown>
  dropped: boolean
  resultDropped: boolean
  changed: boolean
}

/** The parts that edits have touched, by the id of their row. */
export class PartWorks {
  readonly #works = new Map<string, PartWork>()

  of(part: SoundRow): PartWork {
    const found = this.#works.get(part.row.id) ?? {
      part,
      value: part.value,
      dropped: false,
      resultDropped: false,
      changed: false,
    }
    this.#works.set(part.row.id, found)
    return found
  }

  drop({ part, place }: BuiltMessage['sources'][number]): void {
    const work = this.of(part)
    if (place === 'result') work.resultDropped = true
    else work.dropped = true
  }

  /** opencode orders parts by id: to change their order, the contents change places. */
  permute(parts: readonly SoundRow[]): void {
    const works = parts.map((part) => this.of(part))
    const sorted = works.toSorted((a, b) => (a.part.row.id < b.part.row.id ? -1 : 1))
    if (sorted.every((work, at) => work === works[at])) return
    const values = works.map(({ value }) => value)
    for (const [at, work] of sorted.entries()) {
      if (work.value === values[at]) continue
      work.value = values[at]!
      work.changed = true
    }
  }

  /** @throws NotRepresentableError for a call that loses its result alone: one row holds both */
  changes(built: readonly BuiltMessage[]): RowChange[] {
    return [...this.#works.values()].flatMap(({ part, value, dropped, resultDropped, changed }): RowChange[] => {
      if (dropped) return [{ op: 'delete', table: 'part', row: part.row }]
      if (resultDropped) {
        const index = built.findIndex(({ sources }) => sources.some((source) => source.part === part))
        throw new NotRepresentableError(index, 'a call without its result')
      }
      return changed ? [{ op: 'update', table: 'part', row: part.row, value }] : []
    })
  }
}
