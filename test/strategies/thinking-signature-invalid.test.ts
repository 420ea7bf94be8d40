import { assistant, refusal, testOnAnthropic, text, thinking, user } from './anthropic.ts'

testOnAnthropic({
  type: 'thinking_signature_invalid',
  finds: {
    'the first of the conversation': {
      broken: [user('a'), assistant(thinking(), text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      error: refusal('messages.1.content.0: Invalid `signature` in `thinking` block'),
      where: ['first'],
      loss: 'synthesised',
    },
    'the last of the conversation': {
      broken: [user('a'), assistant(thinking(), text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      error: refusal('messages.3.content.0: Invalid `signature` in `thinking` block'),
      where: ['last'],
      loss: 'synthesised',
    },
  },
  nearMisses: { 'signed thinking': [user('a'), assistant(thinking(), text('b')), user('c')] },
})
