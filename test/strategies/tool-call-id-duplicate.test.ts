import { assistant, call, found, result, search, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'tool_call_id_duplicate',
  finds: {
    'the call was written twice': {
      broken: [user('a'), assistant(call('x'), call('x')), user(result('x')), assistant(text('b'))],
      repaired: [user('a'), assistant(call('x')), user(result('x')), assistant(text('b'))],
      at: [1, 1],
    },
    'the message was written twice': {
      broken: [
        user('a'),
        assistant(text('t'), call('x')),
        assistant(text('t'), call('x')),
        user(result('x')),
        assistant(text('b')),
      ],
      repaired: [user('a'), assistant(text('t'), call('x')), user(result('x')), assistant(text('b'))],
      at: [2, 1],
    },
    'two calls that differ': {
      broken: [
        user('a'),
        assistant(call('x'), call('x', { input: { path: 'b' } })),
        user(result('x', '1'), result('x', '2')),
        assistant(text('b')),
      ],
      at: [1, 1],
    },
    'a tool of the provider, written twice': {
      broken: [user('a'), assistant(search('srvtoolu_1'), search('srvtoolu_1'), found('srvtoolu_1'), text('b'))],
      repaired: [user('a'), assistant(search('srvtoolu_1'), found('srvtoolu_1'), text('b'))],
      at: [1, 1],
    },
  },
  nearMisses: {
    'an id that comes back in a later turn': [
      user('a'),
      assistant(call('x')),
      user(result('x')),
      assistant(call('x')),
      user(result('x')),
    ],
  },
})
