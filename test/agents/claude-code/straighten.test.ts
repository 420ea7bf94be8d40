import { expect, test } from 'vitest'
import type { ActiveBranch } from '../../../src/agents/claude-code/active-branch.ts'
import type { BuiltMessage } from '../../../src/agents/claude-code/build-messages.ts'
import { straighten } from '../../../src/agents/claude-code/straighten.ts'

type Row = readonly [uuid: string, parent: string | null, says?: 'user' | 'assistant']

/** The parents that records get around one message; `beside` are those that hang beside the path. */
function parentsOf(rows: readonly Row[], beside: readonly string[], at: number): Record<string, string> {
  const nodes = rows.map(([uuid, parentUuid]) => ({ uuid, parentUuid }))
  const built = rows.flatMap(([, , role], index) =>
    role ? [{ message: { role }, sources: [{ node: nodes[index] }] }] : [],
  )
  const branch = { nodes, relinked: new Map(), beside: new Set(nodes.filter(({ uuid }) => beside.includes(uuid))) }
  const parents = straighten(branch as unknown as ActiveBranch, built as unknown as BuiltMessage[], at)
  return Object.fromEntries(parents)
}

const fork: readonly Row[] = [
  ['u1', null, 'user'],
  ['a1', 'u1', 'assistant'],
  ['note', 'a1'],
  ['more', 'note'],
  ['r1', 'more', 'user'],
  ['r2', 'more', 'user'],
  ['a2', 'r1', 'assistant'],
  ['u2', 'a2', 'user'],
]
const chain = { note: 'a1', more: 'note', r1: 'more', r2: 'r1', a2: 'r2' }

test.each<[what: string, rows: readonly Row[], beside: readonly string[], at: number, parents: object]>([
  ['before the fork', fork, ['r2'], 0, {}],
  ['its call', fork, ['r2'], 1, chain],
  ['its first result', fork, ['r2'], 2, chain],
  ['its last result', fork, ['r2'], 3, chain],
  ['between its results', fork, ['r2'], 2.5, chain],
  ['the answer behind it', fork, ['r2'], 4, {}],
  ['no fork', fork, [], 2, {}],
  ['a fork at the end', fork.slice(0, 6), ['r2'], 2, { note: 'a1', more: 'note', r1: 'more', r2: 'r1' }],
])('around %s a record hangs on itself, on another, or on none', (_, rows, beside, at, parents) => {
  expect(parentsOf(rows, beside, at)).toEqual(parents)
})
