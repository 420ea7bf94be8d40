import { assistant, refusal, testOnAnthropic, text, thinking, user } from './anthropic.ts'

const modified = refusal('`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.')
const other = thinking('Hm.', 'b3RoZXI=')

testOnAnthropic({
  type: 'thinking_block_modified',
  finds: {
    'the last of the conversation': {
      broken: [user('a'), assistant(thinking(), text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      error: refusal(
        'messages.3.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
      ),
      where: ['last'],
      loss: 'synthesised',
    },
    'stored twice, as the provider tells': {
      broken: [user('a'), assistant(thinking(), thinking(), text('b')), user('c')],
      repaired: [user('a'), assistant(thinking(), text('b')), user('c')],
      error: refusal(
        'messages.3.content.1: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
      ),
      where: ['last'],
    },
    'stored twice, as the provider tells without a place': {
      broken: [user('a'), assistant(thinking(), thinking(), text('b')), user('c')],
      repaired: [user('a'), assistant(thinking(), text('b')), user('c')],
      error: modified,
      where: ['last'],
      loss: 'none',
    },
    'stored twice, two of them, as the provider tells without a place': {
      broken: [
        user('a'),
        assistant(thinking(), thinking(), other, text('b'), thinking('Oh.'), thinking('Oh.'), text('c')),
        user('d'),
      ],
      repaired: [user('a'), assistant(thinking(), other, text('b'), thinking('Oh.'), text('c')), user('d')],
      error: modified,
      where: ['last'],
      loss: 'none',
    },
  },
  nearMisses: {
    'signed thinking': [user('a'), assistant(thinking(), text('b')), user('c')],
    'thinking like the one before, under a seal of its own': [
      user('a'),
      assistant(thinking(), thinking('Hm.', 'b3RoZXI='), text('b')),
      user('c'),
    ],
    'a copy that is bound to nothing': [user('a'), assistant(thinking(), thinking(), text('b')), user('c')],
    'thinking of two turns': [
      user('a'),
      assistant(thinking(), text('b')),
      user('c'),
      assistant(thinking('', 'c28u'), text('d')),
      user('e'),
    ],
  },
})

testOnAnthropic({
  type: 'thinking_block_modified',
  request: { model: 'claude-opus-5-5' },
  finds: {
    'stored twice': {
      broken: [user('a'), assistant(thinking(), thinking(), text('b')), user('c')],
      repaired: [user('a'), assistant(thinking(), text('b')), user('c')],
      at: [1, 1],
    },
  },
  nearMisses: { 'signed thinking': [user('a'), assistant(thinking(), text('b')), user('c')] },
})
