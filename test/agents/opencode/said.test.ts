import { expect, test } from 'vitest'
import { keptByImport, saidIn, saidInRows } from '../../../src/agents/opencode/said.ts'
import type { StoredRow } from '../../../src/agents/opencode/stored-rows.ts'

const row = (id: string, messageId: string, value: unknown): StoredRow => {
  return {
    id,
    messageId,
    timeCreated: 1,
    timeUpdated: 2,
    text: typeof value === 'string' ? value : JSON.stringify(value),
  }
}
const tool = (more: object, state?: object): object => ({ type: 'tool', ...more, ...(state && { state }) })
const parts = [
  { type: 'text', text: 'a' },
  { type: 'text', text: '' },
  { type: 'text', text: 7 },
  { type: 'reasoning', text: 'b' },
  tool({ callID: 'c', id: 'x' }, { status: 'completed', output: 'o', error: 'e' }),
  tool({ id: 'd' }, { status: 'error', error: 'e' }),
  tool({ callID: 'f' }),
]
const said = {
  texts: ['a'],
  calls: [
    ['c', 'completed', 'o'],
    ['d', 'error', 'e'],
    ['f', undefined, null],
  ],
}

test('a session says more or less than what was said and called', () => {
  const messages = [row('m1', 'm1', { role: 'user' }), row('m2', 'm2', {})]
  const rows = parts.map((part, at) => row(`p${at}`, 'm1', part))
  const stored = { id: 's', messages, parts: rows }
  expect(saidIn(stored)).toEqual([
    { id: 'm1', role: 'user', ...said },
    { id: 'm2', role: '', texts: [], calls: [] },
  ])
  expect(saidIn({ ...stored, parts: [...rows, row('p9', 'm2', '{torn')] })).toBeUndefined()
  expect(saidIn({ ...stored, messages: [row('m1', 'm1', '{torn'), ...messages] })).toBeUndefined()
  expect(saidInRows([])).toEqual([])
  const newer = [
    { ...row('m1', '', { content: [...parts, 'text'] }), type: 'assistant' },
    { ...row('m2', '', { content: 'none' }), type: 'user' },
    { ...row('m3', '', '{torn'), type: 'compaction' },
  ]
  expect(saidInRows(newer)).toEqual([
    { id: 'm1', role: 'assistant', ...said },
    { id: 'm2', role: 'user', texts: [], calls: [] },
  ])
  expect(saidInRows([...newer, { ...row('m4', '', '{torn'), type: 'user' }])).toBeUndefined()
  expect(keptByImport(saidInRows(newer)!)).toEqual([
    { id: 'm1', role: 'assistant', texts: ['a'] },
    { id: 'm2', role: 'user', texts: [] },
  ])
})

test('a prompt is compared by its text, which an import changes', () => {
  const [asked] = saidInRows([{ ...row('m', '', { content: parts }), type: 'user' }])!
  expect(asked!.texts).toEqual(['a'])
  expect(keptByImport([asked!])).toEqual([{ id: 'm', role: 'user', texts: [] }])
})
