import { assistant, call, result, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'tool_call_input_invalid',
  finds: {
    'JSON text': {
      broken: [user('a'), assistant(call('x', { input: '{"path":"a"}' })), user(result('x')), assistant(text('b'))],
      repaired: [user('a'), assistant(call('x', { input: { path: 'a' } })), user(result('x')), assistant(text('b'))],
      at: [1, 0],
    },
    null: {
      broken: [user('a'), assistant(call('x', { input: null })), user(result('x')), assistant(text('b'))],
      repaired: [user('a'), assistant(call('x')), user(result('x')), assistant(text('b'))],
    },
    'JSON that was cut off': {
      broken: [user('a'), assistant(call('x', { input: '{"path":"a.t' })), user(result('x')), assistant(text('b'))],
      repaired: [user('a'), assistant(call('x', { input: { path: 'a.t' } })), user(result('x')), assistant(text('b'))],
      loss: 'synthesised',
    },
    'a list': {
      broken: [user('a'), assistant(call('x', { input: ['a'] })), user(result('x')), assistant(text('b'))],
      repaired: [
        user('a'),
        assistant(call('x', { input: { raw_input: ['a'] } })),
        user(result('x')),
        assistant(text('b')),
      ],
      loss: 'synthesised',
    },
  },
  nearMisses: { 'an empty object': [user('a'), assistant(call('x', { input: {} })), user(result('x'))] },
})
