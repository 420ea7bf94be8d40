import { assistant, found, search, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'prefill_unsupported',
  finds: {
    'the assistant spoke last': {
      broken: [user('a'), assistant(text('I will'))],
      repaired: [
        user('a'),
        assistant(text('I will')),
        user(text('[session-recovery] The conversation was interrupted here. Continue from where it stopped.')),
      ],
      where: ['last'],
      tail: [],
      at: [1],
      loss: 'synthesised',
    },
    'the answer was written twice': {
      broken: [user('a'), assistant(text('b')), assistant(text('b'))],
      where: ['last'],
      tail: [],
      loss: 'synthesised',
    },
  },
  nearMisses: {
    'an answer that was never written': [user('a'), { role: 'assistant', content: [] }],
    'a paused call of the provider': [user('a'), assistant(search('srvtoolu_1'))],
    'a paused result of the provider': [user('a'), assistant(search('srvtoolu_1'), found('srvtoolu_1'))],
  },
})
