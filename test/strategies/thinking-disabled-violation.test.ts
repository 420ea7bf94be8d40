import { assistant, search, testOnAnthropic, text, thinking, user } from './anthropic.ts'

testOnAnthropic({
  type: 'thinking_disabled_violation',
  request: { thinking: { type: 'disabled' } },
  finds: {
    'in the final turn': {
      broken: [user('a'), assistant(thinking(), search('srvtoolu_1'))],
      repaired: [user('a'), assistant(search('srvtoolu_1'))],
      where: ['last'],
      tail: [],
      at: [1, 0],
      loss: 'synthesised',
    },
  },
  nearMisses: { 'in an earlier turn': [user('a'), assistant(thinking(), text('b')), user('c')] },
})
