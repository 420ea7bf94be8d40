import { expect, test } from 'vitest'
import { mergeMessages } from '../../../src/formats/openai-chat/merge-messages.ts'
import { createMessage } from '../../../src/transcript/create-message.ts'

const merged = (...messages: readonly object[]): unknown =>
  mergeMessages(messages.map((raw, index) => createMessage(index, { role: 'assistant', ...raw })))

const call = (id: string): object => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })
const part = (text: string): object => ({ type: 'text', text })

test.each<readonly [field: string, first: unknown, second: unknown, both: unknown]>([
  ['content', 'a', 'b', 'a\n\nb'],
  ['content', '', 'b', 'b'],
  ['content', [part('a')], 'b', [part('a'), part('b')]],
  ['content', 'a', [part('b')], [part('a'), part('b')]],
  ['reasoning_content', 'a', 'b', 'a\n\nb'],
  ['reasoning_content', '', 'b', 'b'],
  ['reasoning', 'a', 'b', 'a\n\nb'],
  ['reasoning', 7, 'b', 'b'],
  ['tool_calls', [call('c')], [call('d')], [call('c'), call('d')]],
  ['tool_calls', null, [call('d')], [call('d')]],
  ['reasoning_details', [1], [2], [1, 2]],
  ['reasoning_details', 'none', [2], [2]],
  ['refusal', 'a', 'b', 'b'],
  ['audio', { id: 'a' }, { id: 'b' }, { id: 'b' }],
  ['function_call', { name: 'a' }, { name: 'b' }, { name: 'b' }],
])('of two messages one loses its %s, or they stand otherwise: %j and %j', (field, first, second, both) => {
  const content = field === 'content' ? {} : { content: null }
  expect(merged({ name: 'n', [field]: first }, { name: 'other', [field]: second })).toStrictEqual({
    role: 'assistant',
    name: 'n',
    ...content,
    [field]: both,
  })
  // What only one of them holds is not lost beside one that holds nothing.
  expect(merged({ [field]: null }, { [field]: second }, { [field]: null })).toStrictEqual({
    role: 'assistant',
    ...content,
    [field]: second,
  })
})

test('messages that say nothing say something together', () => {
  expect(merged({ content: '' }, { content: null })).toStrictEqual({ role: 'assistant', content: '' })
  expect(merged({ content: null }, {})).toStrictEqual({ role: 'assistant', content: null })
  expect(merged({ content: 'a', refusal: null, tool_calls: [], reasoning: '' }, {})).toStrictEqual({
    role: 'assistant',
    content: 'a',
    refusal: null,
    tool_calls: [],
    reasoning: '',
  })
})
