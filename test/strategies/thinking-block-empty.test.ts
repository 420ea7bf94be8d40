import { assistant, testOnAnthropic, text, thinking, user } from './anthropic.ts'

testOnAnthropic({
  type: 'thinking_block_empty',
  finds: {
    'neither text nor signature': {
      broken: [user('a'), assistant(thinking('', ''), text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      also: ['thinking_signature_missing'],
      loss: 'synthesised',
      at: [1, 0],
    },
    'blank text': {
      broken: [user('a'), assistant(thinking(' \n'), text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      loss: 'synthesised',
      at: [1, 0],
    },
    'no text field': {
      broken: [user('a'), assistant({ type: 'thinking', signature: 'c2ln' }, text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      loss: 'synthesised',
    },
  },
  nearMisses: { 'signed thinking without text': [user('a'), assistant(thinking(''), text('b')), user('c')] },
})
