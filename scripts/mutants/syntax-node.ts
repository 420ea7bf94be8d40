/** A node of the tree that `parseAst` makes; what a field holds depends on the type, so it is asked for by kind. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** A node with what it stands in. */
export interface Place {
  readonly node: SyntaxNode
  /** The field of the parent that holds it. */
  readonly field: string
  /** The nodes around it, the nearest first. */
  readonly around: readonly SyntaxNode[]
}

const typeFields = new Set(['typeAnnotation', 'returnType', 'typeArguments', 'typeParameters'])
/** Of TypeScript only these exist at run time: they hold an expression. */
const transparent = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])
const loading = new Set(['ImportDeclaration', 'ImportExpression', 'ExportAllDeclaration'])

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

export function nodesIn(value: unknown): readonly SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []
}

/** All nodes that exist at run time, a parent before its children. */
export function* placesIn(
  node: SyntaxNode,
  field = '',
  around: readonly SyntaxNode[] = [],
): Generator<Place, void, undefined> {
  if (loading.has(node.type) || (node.type.startsWith('TS') && !transparent.has(node.type))) return
  yield { node, field, around }
  const nearer = [node, ...around]
  for (const [name, value] of Object.entries(node)) {
    if (typeFields.has(name)) continue
    for (const child of nodesIn(value)) yield* placesIn(child, name, nearer)
  }
}
