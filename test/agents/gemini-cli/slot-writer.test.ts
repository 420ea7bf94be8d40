import { expect, test } from 'vitest'
import { createSlotWriter, type SlotWriter } from '../../../src/agents/gemini-cli/slot-writer.ts'

const OWN = { offset: 10, line: 1, slot: undefined }
const slot = (at: number) => ({ offset: 20, line: 2, slot: at })
const record = (id: string): never => ({ id }) as never
const lists = (value: Record<string, unknown>, change: (list: readonly unknown[]) => unknown[]) => ({
  ...value,
  list: change(value['list'] as unknown[]),
})

/** What becomes of a line of its own, and of a list of two on another line. */
function written(change: (slots: SlotWriter) => void): object {
  const slots = createSlotWriter()
  change(slots)
  const lenient = new Map()
  const { after, before, removed, rewrite, ...more } = slots.decisions(lenient, lists)
  expect(more.lenient).toBe(lenient)
  const own = { id: 'own' }
  return {
    own: removed(10) ? 'gone' : (rewrite(10, own) ?? 'same'),
    list: removed(20) ? 'gone' : (rewrite(20, { list: ['a', 'b'], x: 1 }) ?? 'same'),
    before: [...before],
    after: [...after],
  }
}
const same = { own: 'same', list: 'same', before: [], after: [] }
const listOf = (...list: readonly unknown[]): object => ({ ...same, list: { list, x: 1 } })
const [x, y] = [record('x'), record('y')]

test.each<[what: string, change: (slots: SlotWriter) => void, becomes: object]>([
  ['nothing', () => undefined, same],
  ['another line', (slots) => slots.replace(OWN, x), { ...same, own: x }],
  ['a line that goes', (slots) => slots.remove(OWN), { ...same, own: 'gone' }],
  ['a line before one', (slots) => slots.insert(OWN, 'before', x), { ...same, before: [[10, [x]]] }],
  ['a line behind one', (slots) => slots.insert(OWN, 'after', x), { ...same, after: [[10, [x]]] }],
  [
    'two lines behind one',
    (slots) => (slots.insert(OWN, 'after', x), slots.insert(OWN, 'after', y)),
    { ...same, after: [[10, [x, y]]] },
  ],
  ['a line at the end', (slots) => slots.append(10, x), { ...same, after: [[10, [x]]] }],
  ['two lines at the end', (slots) => (slots.append(10, x), slots.append(10, y)), { ...same, after: [[10, [x, y]]] }],
  [
    'a line at the end and one behind',
    (slots) => (slots.append(10, x), slots.insert(OWN, 'after', y)),
    { ...same, after: [[10, [y, x]]] },
  ],
  ['another first of a list', (slots) => slots.replace(slot(0), x), listOf(x, 'b')],
  ['another last of a list', (slots) => slots.replace(slot(1), x), listOf('a', x)],
  ['a first that goes', (slots) => slots.remove(slot(0)), listOf('b')],
  ['both that go', (slots) => (slots.remove(slot(0)), slots.remove(slot(1))), listOf()],
  ['one before the first', (slots) => slots.insert(slot(0), 'before', x), listOf(x, 'a', 'b')],
  ['one behind the first', (slots) => slots.insert(slot(0), 'after', x), listOf('a', x, 'b')],
  ['one behind the last', (slots) => slots.insert(slot(1), 'after', x), listOf('a', 'b', x)],
  [
    'one around what goes',
    (slots) => (slots.remove(slot(0)), slots.insert(slot(0), 'before', x), slots.insert(slot(0), 'after', y)),
    listOf(x, y, 'b'),
  ],
  [
    'one beside what changes',
    (slots) => (slots.replace(slot(1), x), slots.insert(slot(1), 'before', y)),
    listOf('a', y, x),
  ],
])('%s is written otherwise', (_, change, becomes) => expect(written(change)).toEqual(becomes))
