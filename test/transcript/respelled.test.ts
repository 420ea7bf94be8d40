import { expect, test } from 'vitest'
import { respelled } from '../../src/transcript/respelled.ts'

const known = new Set(['type', 'tool_use_id', 'content', 'is_error'])

test.each([
  [
    { toolUseId: 'x', content: 'a' },
    { content: 'a', tool_use_id: 'x' },
  ],
  [
    { tool_call_id: 'x', output: 'a', isError: true },
    { tool_use_id: 'x', content: 'a', is_error: true },
  ],
  [{ tool_use_id: null, toolCallId: 'x' }, { tool_use_id: 'x' }],
])('a field in the spelling of another API or language is not the one that is meant: %j', (raw, meant) => {
  expect(respelled(raw, known)).toEqual(meant)
})

test.each([
  [{ tool_use_id: 'x', toolUseId: 'y' }],
  [{ id: 'msg_1', content: 'a' }],
  [{ tool_use_id: 'x', output: null }],
  [{ widget: 'x', content: 'a' }],
])('a field that is there, of the thing itself or of nobody is taken for another: %j', (raw) => {
  expect(respelled(raw, known)).toBe(raw)
})

test('the second of two spellings takes the place of the first', () => {
  expect(respelled({ toolUseId: 'x', toolCallId: 'y' }, known)).toEqual({ tool_use_id: 'x', toolCallId: 'y' })
})
