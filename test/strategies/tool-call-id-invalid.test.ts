import { assistant, call, result, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'tool_call_id_invalid',
  finds: {
    'illegal characters': {
      broken: [user('a'), assistant(call('f.x:0')), user(result('f.x:0')), assistant(text('b'))],
      at: [1, 0],
    },
    'an empty id': { broken: [user('a'), assistant(call('')), user(result('')), assistant(text('b'))], at: [1, 0] },
    'a result without an id': {
      broken: [user('a'), assistant(call('x')), user({ type: 'tool_result', content: 'ok' }), assistant(text('b'))],
      repaired: [
        user('a'),
        assistant(call('x')),
        user({ type: 'tool_result', content: 'ok', tool_use_id: 'x' }),
        assistant(text('b')),
      ],
      at: [2, 0],
    },
  },
  nearMisses: { 'every legal character': [user('a'), assistant(call('toolu_A-9')), user(result('toolu_A-9'))] },
})
