import { expect, test } from 'vitest'
import { layoutNames } from '../../src/doctor/audit/audit-layout.ts'
import { auditItem, auditReport, unsafe, type AuditItem } from '../../src/doctor/audit/audit-item.ts'
import { auditKinds, type AuditKind } from '../../src/doctor/audit/audit-kinds.ts'
import { compareCopies, type Relation } from '../../src/doctor/audit/compare-copies.ts'
import { compareTwins } from '../../src/doctor/audit/compare-twins.ts'
import { hermesRepairers } from '../../src/doctor/audit/hermes-webui/hermes-repairers.ts'
import { layoutSubjects } from './layouts/layout-subjects.ts'

const kinds = Object.keys(auditKinds) as AuditKind[]
const proven = layoutSubjects.flatMap(({ faults }) => faults)

test.each(kinds.filter((kind) => auditKinds[kind].category === 'repairable'))(
  '%s is called repairable, and nobody repairs it',
  (kind) => {
    const isProven = proven.some(({ finds, unsafe: isUnsafe }) => finds === kind && !isUnsafe)
    expect(isProven || hermesRepairers[kind] !== undefined).toBe(true)
  },
)

test('a kind has another category, or recommends something else, than is on record', async () => {
  const lines = kinds.map((kind) => `${kind}: ${Object.values(auditKinds[kind]).join(' ')}\n`)
  await expect(lines.join('')).toMatchFileSnapshot('./recorded/kinds.txt')
})

test('what has to be looked at has a repairer', () => {
  const toLook = kinds.filter((kind) => auditKinds[kind].category === 'unsafe_to_repair')
  expect(toLook.filter((kind) => hermesRepairers[kind] !== undefined)).toEqual([])
})

test('a layout has no store in the suite', () => {
  expect([...new Set(layoutSubjects.map(({ layout }) => layout))].sort()).toEqual([...layoutNames].sort())
})

const repairable = auditItem('stale_index', 'a')
const look = auditItem('diverged', 'b')

test.each<[string, readonly AuditItem[], string, number, number, number]>([
  ['nothing', [], 'ok', 3, 0, 0],
  ['one to repair', [repairable], 'warn', 2, 1, 0],
  ['two of one session', [repairable, repairable], 'warn', 2, 2, 0],
  ['one to look at', [look], 'needs_manual_review', 2, 0, 1],
  ['one of each', [repairable, look], 'needs_manual_review', 1, 1, 1],
  ['one that is made unsafe', [unsafe(repairable, 'x')], 'needs_manual_review', 2, 0, 1],
  ['one of the store as a whole', [auditItem('index_malformed', '')], 'warn', 3, 1, 0],
])('%s: a report adds up otherwise', (_what, items, status, ok, toRepair, toLook) => {
  const report = auditReport(items, ['a', 'b', 'c'])
  expect(report).toEqual({ status, summary: { ok, repairable: toRepair, unsafe_to_repair: toLook }, items })
})

test('an item that is made unsafe keeps its recommendation, or loses why', () => {
  expect(unsafe(repairable, 'no_file')).toEqual({
    session_id: 'a',
    kind: 'stale_index',
    category: 'unsafe_to_repair',
    recommendation: 'manual_review',
    live_messages: -1,
    bak_messages: -1,
    because: 'no_file',
  })
})

const user = (content: string, more: object = {}): object => ({ role: 'user', content, ...more })
const [a, b, c] = [user('a'), user('b'), user('c')]

test.each<[string, readonly unknown[], readonly unknown[], Relation]>([
  ['both empty', [], [], 'equal'],
  ['empty against some', [], [a], 'behind'],
  ['some against empty', [a], [], 'ahead'],
  ['the same', [a, b], [a, b], 'equal'],
  ['without the last', [a], [a, b], 'behind'],
  ['with one more', [a, b], [a], 'ahead'],
  ['another first', [b], [a], 'diverged'],
  ['another last', [a, b], [a, c], 'diverged'],
  ['another last, and longer', [a, b, b], [a, c], 'diverged'],
  ['as many with one text emptied', [a, user('')], [a, b], 'behind'],
  ['as many with the first text emptied', [user(''), b], [a, b], 'behind'],
  ['emptied, and longer', [user(''), b, c], [a, b], 'diverged'],
  ['emptied under another role', [{ role: 'assistant', content: '' }], [a], 'diverged'],
  ['emptied, with a call of its own', [user('', { tool_calls: [] })], [a], 'diverged'],
  ['with a null for a text', [user('a'), { role: 'user', content: null }], [a, b], 'behind'],
  ['with other notes', [user('a', { _seen: 1, timestamp: 5 })], [a], 'equal'],
  ['with another field', [user('a', { name: 'x' })], [a], 'diverged'],
  ['a value that is no message', [null], [null], 'equal'],
  ['emptied, against no message', [user('')], [null], 'diverged'],
  ['no message, against one', [null], [user('')], 'diverged'],
])('%s: copies stand otherwise to each other', (_what, copy, other, relation) => {
  expect(compareCopies(copy, other)).toBe(relation)
})

test('twins are told with the wrong kind, counts or places', () => {
  const twin = (place: string, ...messages: unknown[]): Parameters<typeof compareTwins>[1][number] => ({
    place,
    messages,
  })
  expect(compareTwins('s', [])).toEqual([])
  expect(compareTwins('s', [twin('x', a)])).toEqual([])
  const [same, apart, ...more] = compareTwins('s', [twin('x', a), twin('y', a, b), twin('z', c)])
  expect(more).toEqual([])
  expect(same).toMatchObject({
    kind: 'session_twice',
    relation: 'behind',
    live_messages: 1,
    bak_messages: 2,
    copies: ['x', 'y'],
  })
  expect(apart).toMatchObject({ kind: 'diverged', relation: 'diverged', copies: ['x', 'z'] })
})
