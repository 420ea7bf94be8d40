import { assistant, call, result, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'invalid_unicode',
  finds: {
    'in a string': {
      broken: [user('a\ud83d'), assistant(text('b'))],
      repaired: [user('a\ufffd'), assistant(text('b'))],
      at: [0],
    },
    'in a key of an input': {
      broken: [user('a'), assistant(call('x', { input: { 'k\ud83d': 1 } })), user(result('x')), assistant(text('b'))],
      repaired: [user('a'), assistant(call('x', { input: { 'k\ufffd': 1 } })), user(result('x')), assistant(text('b'))],
      at: [1],
    },
  },
  nearMisses: { 'whole pairs': [user('a👍🏽'), assistant(text('日本')), user('é')] },
})
