import { assistant, call, result, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'tool_result_orphan',
  finds: {
    'its call was cut off': {
      broken: [user(result('x', 'the output')), assistant(text('b'))],
      repaired: [
        user(text('[session-recovery] The result of a tool call that is not in this conversation:\nthe output')),
        assistant(text('b')),
      ],
      at: [0, 0],
      loss: 'synthesised',
    },
    'it holds nothing': {
      broken: [user(result('x', ''), text('a')), assistant(text('b'))],
      repaired: [user(text('a')), assistant(text('b'))],
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
