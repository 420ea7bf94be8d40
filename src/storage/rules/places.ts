import type { PositionRow } from '../rows.ts'

/*
 * Messages are ordered by their place, a number with room on both sides, so that a repair at the front of a long
 * conversation writes only the messages that it touches, and none after them.
 */

const GAP = 2 ** 20

/** The place of an appended message. Keys only grow, so it lies after all existing places. */
export const placeOfKey = (key: number): number => key * GAP

/** The messages of the conversation, in order. Sorts only if needed: most rows come in order, and a repair calls it repeatedly. */
export function inOrder<Row extends PositionRow>(rows: readonly Row[]): (Row & { readonly place: number })[] {
  const placed: (Row & { readonly place: number })[] = []
  let isOrdered = true
  let last = -Infinity
  for (const row of rows) {
    if (!isPlaced(row)) continue
    isOrdered &&= last <= row.place
    last = row.place
    placed.push(row)
  }
  return isOrdered ? placed : placed.sort((first, second) => first.place - second.place)
}

const isPlaced = <Row extends PositionRow>(row: Row): row is Row & { readonly place: number } => row.place !== null

/**
 * Gives each message of a list a place; existing places are kept. When there is no room left between two messages, all get
 * new places. Places at the end stay below that of `nextKey`.
 */
export function arrange(rows: readonly PositionRow[], nextKey: number): (PositionRow & { readonly place: number })[] {
  const arranged: (PositionRow & { readonly place: number })[] = []
  for (let index = 0; index < rows.length;) {
    const row = rows[index]!
    if (isPlaced(row)) {
      arranged.push(row)
      index += 1
      continue
    }
    let end = index
    while (end < rows.length && rows[end]!.place === null) end += 1
    const low = arranged.at(-1)?.place ?? 0
    const high = rows[end]?.place ?? placeOfKey(nextKey)
    const step = Math.floor((high - low) / (end - index + 1))
    if (step < 1) return rows.map((each, seq) => ({ ...each, place: placeOfKey(seq + 1) }))
    for (const first = index; index < end; index += 1)
      arranged.push({ ...rows[index]!, place: low + step * (index - first + 1) })
  }
  return arranged
}
