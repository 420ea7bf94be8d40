import { expect, test } from 'vitest'
import { Adoptions } from '../../src/recovery/calls/adoptions.ts'
import type { Edit } from '../../src/transcript/edit.ts'

const say = (content: string): object => ({ role: 'user', content })
const history = (): object[] => [say('one'), say('two'), say('three')]
const removal = (index: number, before: unknown): Edit => ({ op: 'remove', index, before, because: [], loss: 'none' })

test('a repair is laid over another history, or not over its own', () => {
  const adoptions = new Adoptions()
  const before = history()
  expect(adoptions.has('a')).toBe(false)
  adoptions.remember('a', [removal(1, before[1])], before)
  expect(adoptions.has('a')).toBe(true)
  const grown = [...before, say('four')]
  expect(adoptions.lay('a', grown, false)).toEqual([say('one'), say('three'), say('four')])
  expect(adoptions.lay('b', grown, true)).toBe(grown)
  const shorter = before.slice(0, 2)
  expect(adoptions.lay('a', shorter, true)).toBe(shorter)
  const changed = [say('one'), say('zwei'), say('three')]
  expect(adoptions.lay('a', changed, true)).toBe(changed)
  // A list without a message is the beginning of all.
  adoptions.remember('c', [{ op: 'insert', index: 0, after: say('zero'), because: [], loss: 'synthesised' }], [])
  expect(adoptions.lay('c', before, true)).toBe(before)
})

test('messages that only look the same make two conversations one', () => {
  const adoptions = new Adoptions()
  const before = history()
  adoptions.remember('a', [removal(0, before[0])], before)
  const twin = history()
  expect(adoptions.lay('a', twin, false)).toBe(twin)
  expect(adoptions.lay('a', [...before.slice(0, 2), say('three')], false)).toHaveLength(3)
  expect(adoptions.lay('a', twin, true)).toEqual([say('two'), say('three')])
  const texts = ['not', 'objects']
  adoptions.remember('b', [removal(0, 'not')], texts)
  expect(adoptions.lay('b', texts, false)).toBe(texts)
})

test('two repairs of one session are laid in another order, or the oldest of many stays for ever', () => {
  const adoptions = new Adoptions()
  const before = history()
  adoptions.remember('a', [removal(0, before[0])], before)
  const after = before.slice(1)
  adoptions.remember('a', [removal(0, after[0])], after)
  expect(adoptions.lay('a', before, false)).toEqual([say('three')])
  for (let more = 0; more < 19; more += 1) adoptions.remember('a', [], [say(`${more}`)])
  // The first of 21 is gone, so the second does not fit any more.
  expect(adoptions.lay('a', before, false)).toBe(before)
})

test('repairs of a thousand sessions are forgotten, or those of more are kept for ever', () => {
  const adoptions = new Adoptions()
  for (let session = 0; session <= 1000; session += 1) adoptions.remember(`${session}`, [], [])
  expect([adoptions.has('0'), adoptions.has('1')]).toEqual([false, true])
})

test('messages that were parsed from bytes are taken for the caller that sent them first', () => {
  const adoptions = new Adoptions()
  const before = history()
  adoptions.remember('a', [removal(0, before[0])], before)
  expect(adoptions.lay('a', before, false, false)).toBe(before)
  expect(adoptions.lay('a', before, true, false)).toEqual(before.slice(1))
})
