import { assistant, testOnAnthropic, text, thinking, user } from './anthropic.ts'

testOnAnthropic({
  type: 'thinking_signature_missing',
  finds: {
    'an empty signature': {
      broken: [user('a'), assistant(thinking('Hm.', ''), text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      at: [1, 0],
      loss: 'synthesised',
    },
    'no signature': {
      broken: [user('a'), assistant({ type: 'thinking', thinking: 'Hm.' }, text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      loss: 'synthesised',
    },
    'the original is in the store': {
      broken: [user('a'), assistant({ type: 'thinking', thinking: 'Hm.' }, text('b'))],
      repaired: [user('a'), assistant(thinking(), text('b'))],
      also: ['thinking_block_modified'],
      options: { evidence: { resultOf: () => undefined, originalOf: () => thinking() } },
    },
  },
  nearMisses: { 'signed thinking': [user('a'), assistant(thinking(), text('b')), user('c')] },
})
