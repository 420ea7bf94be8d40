/** What decides the order of two edits of one plan. */
interface Placed {
  readonly op: string
  readonly index: number
}

/** Edits in list order: an insertion stands before what happens to the message at its index, and insertions keep their order. */
export function inListOrder<Placement extends Placed>(edits: readonly Placement[]): Placement[] {
  return edits.toSorted((first, second) => first.index - second.index || rank(first) - rank(second))
}

function rank({ op }: Placed): number {
  return op === 'insert' ? 0 : 1
}
