import { assistant, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'empty_content_message',
  finds: {
    null: { broken: [user('a'), { role: 'assistant', content: null }], repaired: [user('a')], at: [1] },
    missing: { broken: [user('a'), { role: 'assistant' }], repaired: [user('a')], at: [1] },
    'an empty user turn': {
      broken: [user(), assistant(text('b')), user('c'), assistant(text('d'))],
      loss: 'synthesised',
      where: ['first'],
    },
  },
  nearMisses: {
    'an empty assistant message': [user('a'), assistant(), user('b'), { role: 'assistant', content: '' }, user('c')],
    'an empty user message beside another': [user('a'), user(), user('')],
  },
})
