import { assistant, call, result, testOnAnthropic, text, thinking, user } from './anthropic.ts'

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
    'in sealed thinking, whose seal does not stand another character': {
      broken: [user('a'), assistant(thinking('b\ud83d'), text('c')), user('d')],
      repaired: [user('a'), assistant(text('c')), user('d')],
      loss: 'synthesised',
      at: [1, 0],
    },
    'in sealed thinking and in what is said behind it': {
      broken: [user('a'), assistant(thinking('b\ud83d'), text('c\ud83d')), user('d')],
      repaired: [user('a'), assistant(text('c\ufffd')), user('d')],
      loss: 'synthesised',
      at: [1, 0],
    },
  },
  nearMisses: { 'whole pairs': [user('a👍🏽'), assistant(text('日本')), user('é')] },
})
