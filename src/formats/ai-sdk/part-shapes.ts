import type { BlockKind } from '../../transcript/block-kind.ts'
import type { Role } from '../../transcript/role.ts'
import type { BlockShape, FieldCheck } from '../../transcript/block-shape.ts'

/** One type of part: fields that must be there, and the roles in which it may stand (null: in all). */
export type PartRow = readonly [
  type: string,
  kind: BlockKind,
  required: Readonly<Record<string, FieldCheck>>,
  roles: readonly Role[] | null,
]

/** Makes the shapes of a table. Extra fields are ignored by the AI SDK, so none is named. */
export function partShapes(rows: readonly PartRow[]): ReadonlyMap<string, BlockShape> {
  return new Map(rows.map((row) => [row[0], partShape(...row)]))
}

/** The shape of one type of part; `server` for what the provider runs itself. */
export function partShape(
  type: string,
  kind: BlockKind,
  required: Readonly<Record<string, FieldCheck>>,
  roles: readonly Role[] | null,
  server = false,
): BlockShape {
  return { type, kind, required: Object.entries(required), fields: null, roles, server }
}
