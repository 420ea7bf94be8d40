import type { BlockKind } from '../../transcript/block-kind.ts'
import type { Role } from '../../transcript/role.ts'
import type { BlockShape, FieldCheck } from '../../transcript/block-shape.ts'

/** One type of part: its required fields, and the roles in which it may stand (null: all). */
export type PartRow = readonly [
  type: string,
  kind: BlockKind,
  required: Readonly<Record<string, FieldCheck>>,
  roles: readonly Role[] | null,
]

/** The shapes of a table. The AI SDK ignores extra fields, so the rows do not list the permitted ones. */
export function partShapes(rows: readonly PartRow[]): ReadonlyMap<string, BlockShape> {
  return new Map(rows.map((row) => [row[0], partShape(...row)]))
}

/** The shape of one type of part; `server` marks what the provider runs itself. */
export function partShape(
  type: string,
  kind: BlockKind,
  required: Readonly<Record<string, FieldCheck>>,
  roles: readonly Role[] | null,
  server = false,
): BlockShape {
  return { type, kind, required: Object.entries(required), fields: null, roles, server }
}
