import { expect, test } from 'vitest'
import { createRedactor } from '../../src/doctor/redact/redact.ts'
import { diffEdits, type PartChange } from '../../src/doctor/repair/part-diff.ts'
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
