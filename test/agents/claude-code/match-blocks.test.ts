import { expect, test } from 'vitest'
import { matchBlocks } from '../../../src/agents/claude-code/match-blocks.ts'

const text = (value: string, more: object = {}): object => ({ type: 'text', text: value, ...more })
const image = (data: string): object => ({ type: 'image', data })
const call = (id: unknown, path = 'a'): object => ({ type: 'tool_use', id, name: 'read', input: { path } })
const result = (id: unknown, content = 'ok'): object => ({ type: 'tool_result', tool_use_id: id, content })
const [one, two] = [text('1'), text('1')]

test.each<[what: string, before: readonly unknown[], after: readonly unknown[], matched: readonly number[]]>([
  ['nothing', [], [], []],
  ['the first of all', [], [one], [-1]],
  ['no block any more', [one], [], []],
  ['the same of two equal ones', [one, two], [two], [1]],
  ['equal ones in their order', [one, two], [text('1'), text('1'), text('1')], [0, 1, -1]],
  ['an equal one before one that changed', [text('a'), text('b')], [text('b'), text('c')], [1, 0]],
  ['a changed text', [text('a')], [text('b')], [0]],
  ['a text that became a picture', [text('a')], [image('a')], [-1]],
  ['a text beside a picture that changed', [image('a'), text('a')], [text('b'), image('b')], [1, 0]],
  ['a call with other input', [call('a'), call('b')], [call('b', 'other')], [1]],
  ['a result with other content', [result('a'), result('b')], [result('b', 'other')], [1]],
  ['a call that became its own result', [call('a')], [result('a')], [-1]],
  ['a result that became its own call', [result('a')], [call('a')], [-1]],
  ['a call beside its own result', [result('a'), call('a')], [call('a', 'other'), result('a', 'other')], [1, 0]],
  ['a call with a new id', [call('a', '1'), call('b', '2')], [call('x', '2')], [1]],
  ['a result with a new id', [result('a', '1'), result('b', '2')], [result('x', '2')], [1]],
  ['another call', [call('a', '1')], [call('x', '2')], [-1]],
  ['another result', [result('a', '1')], [result('x', '2')], [-1]],
  ['a call that has lost its id', [call('a', '1')], [call(undefined, '1')], [-1]],
  ['a call that has got an id', [call(undefined, '1')], [call('a', '1')], [0]],
  ['a block that is none', ['a', null, 7], ['b', null, 7], [0, 1, 2]],
  ['one that has no type', [{ a: 1 }], [{ a: 2 }], [0]],
])('%s is taken for another block', (_, before, after, matched) => {
  expect(matchBlocks(before, after)).toEqual(matched)
})
