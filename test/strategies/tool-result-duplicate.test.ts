import { assistant, call, placeholder, result, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'tool_result_duplicate',
  finds: {
    'the same twice': {
      broken: [user('a'), assistant(call('x')), user(result('x'), result('x')), assistant(text('b'))],
      repaired: [user('a'), assistant(call('x')), user(result('x')), assistant(text('b'))],
      at: [2, 1],
    },
    'a placeholder before the real one': {
      broken: [user('a'), assistant(call('x')), user(placeholder('x'), result('x', 'real')), assistant(text('b'))],
      repaired: [user('a'), assistant(call('x')), user(result('x', 'real')), assistant(text('b'))],
    },
    'a second one that says something else': {
      broken: [user('a'), assistant(call('x')), user(result('x', '1'), result('x', '2')), assistant(text('b'))],
      repaired: [
        user('a'),
        assistant(call('x')),
        user(result('x', '1'), text('[session-recovery] A further result of the same tool call:\n2')),
        assistant(text('b')),
      ],
      loss: 'synthesised',
    },
  },
  nearMisses: {
    'equal results of two calls': [user('a'), assistant(call('x'), call('y')), user(result('x'), result('y'))],
  },
})
