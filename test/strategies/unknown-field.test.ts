import { expect, test } from 'vitest'
import { repair } from '../../src/index.ts'
import { assistant, call, result, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'unknown_field',
  finds: {
    'on a block': {
      broken: [user('a'), assistant({ ...text('b'), index: 0 })],
      repaired: [user('a'), assistant(text('b'))],
      at: [1, 0],
    },
    'on a message': {
      broken: [user('a'), { ...assistant(text('b')), id: 'msg_1' }],
      repaired: [user('a'), assistant(text('b'))],
      at: [1],
    },
  },
  nearMisses: {
    'a key of the tool input': [user('a'), assistant(call('x', { input: { index: 0, id: 1 } })), user(result('x'))],
    'a documented field': [
      user('a'),
      assistant(call('x', { caller: { type: 'direct' } })),
      user(result('x', 'e', { is_error: true })),
    ],
  },
})

test('a field whose name has capital letters is not taken out after its error', () => {
  const error = new Error("400 Unknown parameter: 'input[0].content[0].newThing'.")
  const part = { type: 'input_text', text: 'a' }
  const list = [{ role: 'user', content: [{ ...part, newThing: 1 }] }]
  expect(repair(list, { format: 'openai-responses', error }).messages).toEqual([{ role: 'user', content: [part] }])
})
