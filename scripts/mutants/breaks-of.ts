import { isNode, nodesIn, type Place, type SyntaxNode } from './syntax-node.ts'

/** What to write in the place of a part of a node. */
export interface Break {
  readonly operator: string
  readonly start: number
  readonly end: number
  readonly by: string
  /** The part of the node that is exchanged; without it the node itself. */
  readonly host?: SyntaxNode
}

type Breaker = (place: Place, text: string) => readonly Break[]

const flips: Readonly<Record<string, readonly [operator: string, by: string]>> = {
  '===': ['equality', '!=='],
  '!==': ['equality', '==='],
  '<': ['boundary', '<='],
  '<=': ['boundary', '<'],
  '>': ['boundary', '>='],
  '>=': ['boundary', '>'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
  '%': ['arithmetic', '*'],
}
const methods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  find: 'findLast',
  findLast: 'find',
  findIndex: 'findLastIndex',
  findLastIndex: 'findIndex',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
  min: 'max',
  max: 'min',
  push: 'unshift',
  flatMap: 'map',
}
const losses: Readonly<Record<string, string>> = { none: 'synthesised', synthesised: 'none', lossy: 'synthesised' }

/** What breaks a node of each type. */
export const breakers: Readonly<Record<string, Breaker>> = {
  LogicalExpression: ({ node }, text) => {
    if (node['operator'] === '??') return [whole('nullish', node, textOf(node['left'], text))]
    return [infix('logical', node, node['operator'] === '&&' ? '||' : '&&')]
  },
  BinaryExpression: ({ node }) => {
    const flip = flips[String(node['operator'])]
    if (flip) return [infix(flip[0], node, flip[1])]
    const counts = nodesIn([node['left'], node['right']]).some((side) => typeof side['value'] === 'number')
    return node['operator'] === '+' && counts ? [infix('arithmetic', node, '-')] : []
  },
  UnaryExpression: ({ node }, text) =>
    node['operator'] === '!' ? [whole('negate', node, textOf(node['argument'], text))] : [],
  IfStatement: negated,
  ConditionalExpression: negated,
  WhileStatement: negated,
  ExpressionStatement: ({ node }) => [whole(isSync(node['expression']) ? 'sync' : 'statement', node, '')],
  ThrowStatement: ({ node }) => [whole('throw', node, '')],
  ReturnStatement: (place) => (endsAnyway(place) ? [] : [whole('return', place.node, '')]),
  BreakStatement: ({ node }) => [whole('jump', node, '')],
  ContinueStatement: ({ node }) => [whole('jump', node, '')],
  AwaitExpression: ({ node }, text) => [whole('await', node, textOf(node['argument'], text))],
  Literal: literal,
  ArrayExpression: ({ node }) => dropped('element', nodesIn(node['elements'])),
  ObjectExpression: ({ node }) =>
    dropped('entry', nodesIn(node['properties'])).filter((_, at) => !isProse(nodesIn(node['properties'])[at]!)),
  CallExpression: ({ node }, text) => {
    const { callee } = node
    if (!isNode(callee) || callee.type !== 'MemberExpression' || callee['computed'] === true) return []
    const property = callee['property']
    const name = isNode(property) ? String(property['name']) : ''
    if (name === 'filter' && callee['optional'] !== true) return [whole('method', node, textOf(callee['object'], text))]
    const other = Object.hasOwn(methods, name) ? methods[name] : undefined
    return other === undefined || !isNode(property) ? [] : [whole('method', property, other)]
  },
}

function whole(operator: string, { start, end }: SyntaxNode, by: string): Break {
  return { operator, start, end, by: by === '' ? '' : `(${by})`.replace(/^\((\w+)\)$/, '$1') }
}

function infix(operator: string, node: SyntaxNode, by: string): Break {
  const [left, right] = [node['left'], node['right']] as SyntaxNode[]
  return { operator, start: left!.end, end: right!.start, by: ` ${by} ` }
}

function negated({ node }: Place, text: string): readonly Break[] {
  const test = node['test']
  if (!isNode(test) || (test.type === 'UnaryExpression' && test['operator'] === '!')) return []
  return [{ operator: 'negate', start: test.start, end: test.end, by: `!(${textOf(test, text)})`, host: test }]
}

/** Each item of a list left out, with the comma that parts it from the next one or the one before. */
function dropped(operator: string, items: readonly SyntaxNode[]): readonly Break[] {
  return items.map(({ start, end }, at) => {
    const [before, after] = [items[at - 1], items[at + 1]]
    return { operator, start: after ? start : (before?.end ?? start), end: after?.start ?? end, by: '' }
  })
}

function literal({ node, field, around }: Place): readonly Break[] {
  if (field === 'key' && around[0]?.['computed'] !== true) return []
  const { value, regex } = node
  const [start, end] = [node.start, node.end]
  const by = (operator: string, text: string): Break => ({ operator, start, end, by: text })
  if (typeof value === 'number') return [by('number', String(value === 1 ? 0 : value + 1))]
  if (typeof value === 'boolean') return [by('boolean', String(!value))]
  if (typeof value === 'string') {
    if (Object.hasOwn(losses, value)) return [by('loss', `'${losses[value]}'`)]
    const isMessage = around.slice(0, 3).some(({ type, callee }) => {
      return type === 'NewExpression' && isNode(callee) && String(callee['name']).endsWith('Error')
    })
    return isMessage || isProse(node) || isProse(around[0]) ? [] : [by('string', "''")]
  }
  const { pattern, flags } = Object(regex)
  return typeof pattern === 'string' ? patternsWithout(pattern).map((left) => by('regex', `/${left}/${flags}`)) : []
}

/** A pattern without its first or last anchor, and without each of its alternatives. */
function patternsWithout(pattern: string): readonly string[] {
  const loose = [pattern.replace(/^\^/, ''), pattern.replace(/(?<!\\)\$$/, '')]
  const parts = /[([]/.test(pattern) ? [] : pattern.split(/(?<!\\)\|/)
  const fewer = parts.length < 2 ? [] : parts.map((_, at) => parts.filter((__, other) => other !== at).join('|'))
  return [...loose, ...fewer].filter((left) => left !== pattern && left !== '')
}

/** Behind these nothing else runs when what is in them has ended. */
const passing: ReadonlySet<string> = new Set(['IfStatement', 'TryStatement', 'CatchClause'])

/** A function that returns nothing as its last statement does so without it, also from a branch or a catch that ends it. */
function endsAnyway({ node, around }: Place): boolean {
  const { argument } = node
  if (isNode(argument) && argument['name'] !== 'undefined') return false
  let inner = node
  for (const outer of around) {
    if (outer.type.includes('Function')) return true
    const isLast = outer.type === 'BlockStatement' && nodesIn(outer['body']).at(-1) === inner
    if (!isLast && !passing.has(outer.type)) return false
    inner = outer
  }
  return false
}

/** `await file.sync()`, `fsyncSync(fd)`, `fs.syncFolder(path)`, also with a catch behind it: what makes a write durable. */
function isSync(expression: unknown): boolean {
  if (!isNode(expression)) return false
  const { argument, callee, type } = expression
  if (type === 'AwaitExpression') return isSync(argument)
  if (type !== 'CallExpression' || !isNode(callee)) return false
  const { object, property } = callee
  const name = isNode(property) ? String(property['name']) : String(callee['name'])
  return /^(f?(data)?sync(Sync)?|syncFolder)$/.test(name) || (name === 'catch' && isSync(object))
}

/** Words for people: no user would call another wording a bug. */
function isProse(node: SyntaxNode | undefined): boolean {
  if (node === undefined) return false
  const { key, value } = node
  if (typeof value === 'string') return /^https?:|^\s*$/.test(value) || value.split(' ').length > 4
  return isNode(key) && /^(source|url|docs?|note|summary|title|description|mayLose)$/.test(String(key['name']))
}

function textOf(node: unknown, text: string): string {
  return isNode(node) ? text.slice(node.start, node.end) : ''
}
