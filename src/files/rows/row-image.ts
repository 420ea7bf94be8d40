import { isEqual } from '../../json/is-equal.ts'
import type { Cells } from './cell.ts'

/** One row before and after a repair; null: there is none. `after` may name only some of the columns, where a row is made. */
export interface RowImage {
  readonly table: string
  readonly id: string
  readonly before: Cells | null
  readonly after: Cells | null
  /** Its `rowid`, of a row that goes: whoever reads without an order sees it come back where it stood. */
  readonly place?: string | undefined
}

/** Whether a row is in a state that an image has kept. A release that has added columns since changes nothing of it. */
export function isInState(row: Cells | null, state: Cells | null): boolean {
  if (row === null || state === null) return row === state
  return Object.entries(state).every(([name, cell]) => isEqual(row[name], cell))
}

/** The way back, in the order in which it can be gone: what was made last goes first. */
export function inverseImages(images: readonly RowImage[]): RowImage[] {
  return images.toReversed().map(({ before, after, ...row }) => ({ ...row, before: after, after: before }))
}

/** Checks what was kept. Throws where it does not fit: the message names the field. */
export async function parseRowImages(value: unknown): Promise<readonly RowImage[]> {
  const { parseImages } = await import('./image-schema.ts')
  return parseImages(value)
}
