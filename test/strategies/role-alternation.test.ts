import { assistant, call, refusal, result, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'role_alternation',
  finds: {
    'a provider that demands it': {
      broken: [user('a'), user('b'), assistant(text('c'))],
      repaired: [user(text('a'), text('b')), assistant(text('c'))],
      error: refusal(
        'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row',
      ),
    },
  },
  nearMisses: {
    'a provider that does not': [
      user('a'),
      user('b'),
      assistant(call('x')),
      assistant(text('c'), call('y')),
      user(result('y')),
      user(result('x')),
    ],
  },
})
