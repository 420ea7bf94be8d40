/**
 * The value of a column as SQLite stores it. Text is a string where it is UTF-8; whatever JSON or JavaScript would change carries
 * its type: undo restores rows to the byte (I7).
 */
export type Cell =
  | string
  | null
  | { readonly integer: string }
  | { readonly real: string }
  | { readonly blob: string }
  | { readonly bytesOfText: string }

/** A row: its columns by name. */
export type Cells = Readonly<Record<string, Cell>>

/** What SQLite gives for a column: its value, and the bytes behind it. */
export interface StoredValue {
  readonly value: unknown
  readonly bytes: Uint8Array | null
}

export function cellOf({ value, bytes }: StoredValue): Cell {
  if (typeof value === 'bigint') return { integer: String(value) }
  if (typeof value === 'number') return { real: String(value) }
  if (bytes === null) return null
  const stored = Buffer.from(bytes)
  if (typeof value !== 'string') return { blob: stored.toString('base64') }
  return Buffer.from(value).equals(stored) ? value : { bytesOfText: stored.toString('base64') }
}

/** How a cell is written: the expression that stands for it, and what is bound to its question mark. */
export function boundCell(cell: Cell): readonly [expression: string, value: string | null | bigint | number | Buffer] {
  if (cell === null || typeof cell === 'string') return ['?', cell]
  if ('integer' in cell) return ['?', BigInt(cell.integer)]
  if ('real' in cell) return ['?', Number(cell.real)]
  if ('blob' in cell) return ['?', Buffer.from(cell.blob, 'base64')]
  return ['CAST(? AS TEXT)', Buffer.from(cell.bytesOfText, 'base64')]
}
