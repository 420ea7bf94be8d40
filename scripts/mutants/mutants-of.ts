import { parseAst } from 'vitest/node'
import { type Break, breakers } from './breaks-of.ts'
import type { Mutant } from './mutant.ts'
import { type Place, placesIn, type SyntaxNode } from './syntax-node.ts'

/** All mutants of a source file that still parse. */
export function mutantsOf(file: string, text: string): readonly Mutant[] {
  const found: Mutant[] = []
  for (const place of placesIn({ ...parse(text) })) {
    for (const broken of breakers[place.node.type]?.(place, text) ?? []) {
      const mutant = mutantOf(file, text, place, broken)
      if (parses(mutant, text)) found.push(mutant)
    }
  }
  return found
}

/** The host of a mutant with the break in it. */
export function mutated({ host, start, end, by }: Mutant, text: string): string {
  return text.slice(host.start, start) + by + text.slice(end, host.end)
}

function parse(text: string): SyntaxNode {
  return parseAst(text, { lang: 'ts' }) as unknown as SyntaxNode
}

function parses(mutant: Mutant, text: string): boolean {
  const { host } = mutant
  const body = mutant.host.isStatement ? `{${mutated(mutant, text)}}` : `(${mutated(mutant, text)})`
  try {
    parse(text.slice(0, host.start) + body + text.slice(host.end))
    return true
  } catch {
    return false
  }
}

function mutantOf(file: string, text: string, { node, around }: Place, broken: Break): Mutant {
  const { start, end, operator, by } = broken
  const host = broken.host ? hostOf(broken.host, [node, ...around]) : hostOf(node, around)
  const line = text.slice(0, start).split('\n').length
  const { start: from, end: to, type } = host
  const isStatement = type.endsWith('Statement')
  return {
    file,
    line,
    operator,
    host: { start: from, end: to, isStatement },
    isAtLoad: !around.some(({ type: outer }) => outer.includes('Function')),
    start,
    end,
    by,
    was: text.slice(start, end),
  }
}

/**
 * What is exchanged: the node itself, or what it cannot be parted from. An optional chain ends as a whole; a line that began with a
 * parenthesis would go on with the line before it, as no line ends in a semicolon here.
 */
function hostOf(node: SyntaxNode, around: readonly SyntaxNode[]): SyntaxNode {
  let host = node
  for (const outer of around) {
    const isChain = outer.type === 'ChainExpression'
    const leads = outer.type === 'ExpressionStatement' && outer.start === host.start
    if (isChain || leads) host = outer
    else if (!/Expression$|^Property$|^SpreadElement$|^TemplateLiteral$/.test(outer.type)) break
  }
  return host
}
