import { expect, test } from 'vitest'
import { createRedactor } from '../../src/doctor/redact/redact.ts'
import { diffEdits, type PartChange } from '../../src/doctor/repair/part-diff.ts'
import type { Edit } from '../../src/transcript/edit.ts'
import { anthropicMessages } from '../../src/formats/anthropic-messages/anthropic-messages.ts'

function diff(before: unknown, after: unknown): PartChange[] {
  const edit = { op: 'replace', index: 0, before, after, because: ['blank_text'], loss: 'none' } as const
  return diffEdits([edit], anthropicMessages, undefined, createRedactor(false)).flatMap(({ parts }) => [...parts])
}

const text = (value: string): { type: string; text: string } => ({ type: 'text', text: value })
const user = (...content: unknown[]): unknown => ({ role: 'user', content })

test('a part that stayed is shown as removed and added because another one came before it', () => {
  expect(diff(user(text('b'), text('c')), user(text('a'), text('b'), text('d'), text('c')))).toEqual([
    { op: 'added', text: 'text "a"' },
    { op: 'kept', text: 'text "b"' },
    { op: 'added', text: 'text "d"' },
    { op: 'kept', text: 'text "c"' },
  ])
})

test('a text that has become a block counts as changed, or a mark on a block as no change', () => {
  expect(diff({ role: 'user', content: 'a' }, user(text('a'), text('b'))).map(({ op }) => op)).toEqual([
    'kept',
    'added',
  ])
  const marked = { ...text('a'), cache_control: { type: 'ephemeral' } }
  expect(diff(user(marked), user(text('a'))).map(({ op }) => op)).toEqual(['removed', 'added'])
})

test('a change beside the parts is not shown', () => {
  expect(diff({ role: 'user', content: 'a', name: 'x' }, { role: 'user', content: 'a' })).toEqual([
    { op: 'removed', text: 'field name' },
  ])
})

test('of two ways to tell a change the longer one is told, or a removed part comes behind what replaces it', () => {
  const words = (letters: string): unknown => user(...[...letters].map(text))
  const told = (before: string, after: string): string =>
    diff(words(before), words(after))
      .map(({ op, text: shown }) => `${{ kept: ' ', removed: '-', added: '+' }[op]}${shown.at(-2)}`)
      .join('')
  expect(told('a', 'b')).toBe('-a+b')
  expect(told('abc', 'bcd')).toBe('-a b c+d')
  expect(told('abcd', 'acbd')).toBe(' a-b c+b d')
  expect(told('xaby', 'ab')).toBe('-x a b-y')
  expect(told('abab', 'ba')).toBe('-a b a-b')
  expect(told('aab', 'ab')).toBe(' a-a b')
})

test('another role, fields that came or went, or what an insert and a removal are about is told otherwise', () => {
  const redactor = createRedactor(false)
  const shown = (edit: object) =>
    diffEdits([{ because: [], loss: 'lossy', ...edit } as unknown as Edit], anthropicMessages, undefined, redactor)[0]
  const before = { role: 'user', content: 'a' }
  const base = { because: [], loss: 'lossy' }
  expect(shown({ op: 'insert', index: 3, after: before })).toEqual({
    ...base,
    op: 'insert',
    messageIndex: 3,
    role: 'user',
    parts: [{ op: 'added', text: 'text "a"' }],
  })
  expect(shown({ op: 'remove', index: 4, before })).toEqual({
    ...base,
    op: 'remove',
    messageIndex: 4,
    role: 'user',
    parts: [{ op: 'removed', text: 'text "a"' }],
  })
  const after = { role: 'assistant', content: 'a', name: 'n', list: [1] }
  expect(shown({ op: 'replace', index: 0, before: { ...before, list: [1] }, after })).toEqual({
    ...base,
    op: 'replace',
    messageIndex: 0,
    role: 'user → assistant',
    parts: [
      { op: 'added', text: 'field role' },
      { op: 'added', text: 'field name' },
    ],
  })
  expect(shown({ op: 'replace', index: 0, before, after: { role: 'user', content: [] } })?.parts).toEqual([
    { op: 'removed', text: 'text "a"' },
    { op: 'added', text: 'no content (empty)' },
  ])
})

test('a message of very many parts is compared part with part, or its beginning and end count as changed', () => {
  const parts = (from: number, to: number): unknown[] =>
    Array.from({ length: to - from }, (_, at) => text(`part ${from + at}`))
  const runs = (before: unknown, after: unknown): string =>
    diff(before, after)
      .map(({ op }) => op[0])
      .join('')
      .replaceAll(/(.)\1*/g, (run, op: string) => `${op}${run.length} `)
  const changed = (length: number): unknown[] => [...parts(0, 9), text('new'), ...parts(10, 90), ...parts(91, length)]
  // Two places that are far apart: only the table knows what stayed between them.
  expect(runs(user(...parts(0, 900)), user(...changed(900)))).toBe('k9 r1 a1 k80 r1 k809 ')
  expect(runs(user(...parts(0, 2_000)), user(...changed(2_000)))).toBe('k9 r82 a81 k1909 ')
  const all = user(...parts(0, 2_000))
  expect(runs(all, user(...parts(1, 2_000)))).toBe('r1 k1999 ')
  expect(runs(all, user(...parts(0, 1_999)))).toBe('k1999 r1 ')
  expect(runs(all, user(...parts(0, 2_000), text('part 1999')))).toBe('k2000 a1 ')
})
