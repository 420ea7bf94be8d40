import { assistant, call, result, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'tool_result_misplaced',
  finds: {
    'text before it': {
      broken: [user('a'), assistant(call('x')), user(text('wait'), result('x')), assistant(text('b'))],
      repaired: [user('a'), assistant(call('x')), user(result('x'), text('wait')), assistant(text('b'))],
      at: [2, 1],
    },
    'one turn late': {
      broken: [
        user('a'),
        assistant(call('x')),
        user('b'),
        assistant(text('c')),
        user(result('x'), text('d')),
        assistant(text('e')),
      ],
      repaired: [
        user('a'),
        assistant(call('x')),
        user(result('x'), text('b')),
        assistant(text('c')),
        user(text('d')),
        assistant(text('e')),
      ],
      at: [4, 0],
    },
    'in the assistant turn': {
      broken: [user('a'), assistant(call('x'), result('x')), user('b'), assistant(text('c'))],
      repaired: [user('a'), assistant(call('x')), user(result('x'), text('b')), assistant(text('c'))],
      at: [1, 1],
    },
  },
  nearMisses: { 'text behind all results': [user('a'), assistant(call('x')), user(result('x')), user('b')] },
})
