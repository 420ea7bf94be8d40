import { assistant, call, result, testOnAnthropic, text, thinking, user } from './anthropic.ts'

testOnAnthropic({
  type: 'thinking_block_order',
  finds: {
    'behind text': {
      broken: [user('a'), assistant(text('b'), thinking())],
      repaired: [user('a'), assistant(text('b'))],
      at: [1, 1],
      loss: 'synthesised',
    },
  },
  nearMisses: {
    'between other blocks of a message that thinking leads': [
      user('a'),
      assistant(thinking(), text('b'), thinking(), call('x')),
      user(result('x')),
    ],
    'at the end of a message that is not last': [user('a'), assistant(thinking()), assistant(text('b')), user('c')],
  },
})
